import type { Words } from "../../en/common";
import type { holders as english } from "../../en/admin/holders";

export const holders: Words<typeof english> = {
  title: "टोकन धारक",
  intro: "किसके पास टोकन हैं। नाम, सत्यापन, वॉलेट और रेफ़र करने वाला आज के हैं; आंकड़े {{at}} के हैं।",
  intoDay: "आंकड़े भारत में उस दिन के अंत के हैं।",
  on: "इस दिन के अंत में",
  show: "दिखाएँ",
  today: "अभी",
  search: "नाम, ईमेल, मोबाइल या सदस्य आईडी से खोजें",
  verified: { label: "सत्यापन", all: "हर सत्यापन", yes: "सत्यापित", no: "असत्यापित" },
  wallet: { label: "वॉलेट", all: "हर वॉलेट", yes: "वॉलेट है", no: "वॉलेट नहीं है" },
  rows: { label: "पेज की पंक्तियाँ", count: "{{count}} पंक्तियाँ" },
  columns: {
    number: "क्र.सं.",
    member: "सदस्य",
    memberId: "सदस्य आईडी",
    verified: "सत्यापित",
    bought: "खरीदे, बोनस सहित",
    bonus: "इनमें बोनस",
    rewards: "इनाम",
    tokens: "टोकन",
    paid: "भुगतान",
    wallet: "वॉलेट",
    referrer: "रेफ़र करने वाला",
    referrerId: "रेफ़र करने वाले की सदस्य आईडी",
    first: "पहली खरीद",
    last: "आखिरी खरीद",
  },
  sums_one:
    "{{quantity}} धारक: {{bought}} खरीदे टोकन + {{rewards}} इनाम = {{tokens}} टोकन, {{paid}} का भुगतान।",
  sums_other:
    "{{quantity}} धारक: {{bought}} खरीदे टोकन + {{rewards}} इनाम = {{tokens}} टोकन, {{paid}} का भुगतान।",
  sumsOfTokens_one: "{{quantity}} धारक: {{bought}} खरीदे टोकन + {{rewards}} इनाम = {{tokens}} टोकन।",
  sumsOfTokens_other:
    "{{quantity}} धारक: {{bought}} खरीदे टोकन + {{rewards}} इनाम = {{tokens}} टोकन।",
  agrees_one: "बहीखाते की {{entries}} प्रविष्टि का जोड़ भी {{tokens}} टोकन है।",
  agrees_other: "बहीखाते की {{entries}} प्रविष्टियों का जोड़ भी {{tokens}} टोकन है।",
  partOf: "यह बहीखाते के {{tokens}} टोकन का एक भाग है: सूची फ़िल्टर की हुई है।",
  differs:
    "बहीखाते का जोड़ {{tokens}} टोकन है, जो इसके बराबर नहीं है। इस सूची का उपयोग न करें; प्लेटफ़ॉर्म को बताएँ।",
  sealed: "चेकपॉइंट {{number}}, {{at}} को {{size}} प्रविष्टियों पर हस्ताक्षरित, इन्हें समेटता है।",
  unsealed: "इन पर अभी कोई चेकपॉइंट नहीं है; अगला कुछ मिनटों में होगा।",
  proof: "चेकपॉइंट देखें",
  none: "अभी किसी के पास टोकन नहीं हैं। आप खरीद मंज़ूर करेंगे तो खरीदार यहाँ होगा।",
  noneOn: "उस दिन के अंत में किसी के पास टोकन नहीं थे।",
  noMatch: "इस खोज से कोई धारक नहीं मिला।",
  unsorted: "सूची इस क्रम के लिए बहुत लंबी है। इसे छोटा करें; तब तक सबसे ज़्यादा टोकन वाले पहले हैं।",
  excel: "Excel डाउनलोड करें",
};

import type { Words } from "../../en/common";
import type { allocation as english } from "../../en/server/allocation";

export const allocation: Words<typeof english> = {
  page: {
    quantity: "स्टॉक मात्रा",
    dateTime: "तारीख और समय",
    title: "आवंटन जाँचें",
    back: "मेरे स्टॉक पर वापस",
    intro: "यह हैश आपके टोकन के रिकॉर्ड और पिछले हैश से बना है। इनमें कुछ भी बदला जाए तो हैश अलग निकलेगा।",
    facts: "आवंटन",
    sequence: "शृंखला में क्रमांक",
    kind: "प्रकार",
    kinds: { PURCHASE: "खरीद", REFERRAL: "रेफ़रल इनाम", REVERSAL: "वापसी" },
    previous: "पिछला हैश",
    text: "जिस पाठ का हैश बना",
    textHint: "ठीक यही पाठ, अंत में नई पंक्ति के बिना।",
    hash: "हैश",
    submit: "जाँचें",
    busy: "हैश निकाला जा रहा है...",
    inBrowser: "यह आपके ब्राउज़र में निकाला गया।",
    onServer: "यह सर्वर पर निकाला गया।",
    computed: "निकाला गया हैश",
    right: "हैश सही है।",
    wrong: "हैश मेल नहीं खाता। कृपया {{company}} को बताएँ।",
    textRight: "पाठ रिकॉर्ड से मेल खाता है।",
    textWrong: "पाठ रिकॉर्ड से मेल नहीं खाता। कृपया {{company}} को बताएँ।",
    linked: "यह पिछले आवंटन के ठीक बाद का है।",
    unlinked: "यह पिछले आवंटन के ठीक बाद का नहीं है। कृपया {{company}} को बताएँ।",
    yourself: "इस साइट के बिना जाँचें",
    yourselfText:
      "इसे टर्मिनल वाले किसी भी कंप्यूटर (Linux या macOS) पर चलाएँ। ऊपर वाला हैश ही निकलना चाहिए।",
    copyCommand: "कमांड कॉपी करें",
    commandCopied: "कमांड कॉपी हो गई!",
  },
};

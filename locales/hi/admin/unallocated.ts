import type { Words } from "../../en/common";
import type { unallocated as english } from "../../en/admin/unallocated";

export const unallocated: Words<typeof english> = {
  title: "अनावंटित भुगतान",
  intro: "इनके टोकन आवंटित करें, इनसे प्रतीक्षा वाला ऑर्डर चुकाएँ, या इन्हें लौटाएँ।",
  free_one: "आवंटन के लिए {{free}} टोकन बचा है।",
  free_other: "आवंटन के लिए {{free}} टोकन बचे हैं।",
  empty: "कोई अनावंटित भुगतान नहीं है। जो राशि ऑर्डर से ज़्यादा हो, या जिसका ऑर्डर न हो, वह यहाँ दिखती है।",
  noneFound: "इस खोज और इन फ़िल्टर से कोई भुगतान नहीं मिला।",
  kinds: {
    label: "कौन-से भुगतान",
    all: "सभी भुगतान",
    CLAIM: "सदस्यों के बताए हुए",
    CREDIT: "मिले हुए",
  },
  record: "भुगतान दर्ज करें",
  daySums: "दिनों का जोड़",
  columns: {
    proof: "प्रमाण",
    action: "कार्रवाई",
  },
  tokens_one: "{{quantity}} टोकन",
  tokens_other: "{{quantity}} टोकन",
  reported: "सदस्य ने {{amount}} भरा",
  sameReference: "वही नंबर: {{orders}}",
  receivedUnneeded: "प्राप्त; ऑर्डर को इसकी ज़रूरत नहीं",
  because: {
    SUPPLY_GONE_AFTER_PAYMENT: "टोकन कम बचे थे",
    SUPPLY_GONE: "टोकन कम बचे थे",
    SUPPLY_TOO_LOW: "टोकन कम बचे थे",
    TOO_MANY_PENDING_ORDERS: "बहुत-से भुगतान प्रतीक्षा में थे",
    TOKEN_CAP_REACHED: "सदस्य की टोकन सीमा पूरी हो गई थी",
    UNVERIFIED_CAP_REACHED: "असत्यापित सदस्य की सीमा पूरी हो गई थी",
    ORDER_ALREADY_DECIDED: "ऑर्डर दूसरे पैसों से चुकाया गया",
  },
  viewProof: "{{order}} का प्रमाण देखें",
  allocate: "आवंटित करें",
  order: "ऑर्डर चुकाएँ",
  refund: "रिफ़ंड",
  dismiss: "नहीं मिला",
  allocateTitle: "{{order}} के टोकन आवंटित करें",
  explainAllocate_one:
    "इससे नीचे की राशि की पुष्टि होती है, जो {{name}} से {{total}} के ऑर्डर के लिए मिली, और {{quantity}} टोकन आवंटित होता है।",
  explainAllocate_other:
    "इससे नीचे की राशि की पुष्टि होती है, जो {{name}} से {{total}} के ऑर्डर के लिए मिली, और {{quantity}} तक टोकन आवंटित होते हैं।",
  explainPart:
    "ऑर्डर {{ordered}} का है। अभी केवल {{quantity}} बचे हैं: बाकी पैसे तब तक इसी सूची में रहेंगे, जब तक आप उन्हें लौटा न दें या उनसे प्रतीक्षा वाला ऑर्डर न चुकाएँ।",
  explainReported:
    "इस भुगतान के लिए {{amount}} दर्ज है, और ऑर्डर की कुल राशि {{total}} है। वह राशि भरें जो आपका बैंक दिखाता है।",
  allocateHint:
    "रुपयों में, जैसी आपका बैंक दिखाता है। कुल राशि से कम में कम टोकन मिलते हैं; जो पैसे ऑर्डर को नहीं चाहिए, वे इसी सूची में रहते हैं।",
  noneLeft: "अभी कोई टोकन नहीं बचा है। टोकन आने तक भुगतान यहाँ रह सकता है।",
  allocated: "{{order}} के लिए {{quantity}} टोकन आवंटित हुए",
  allocatedPart: "{{order}} के लिए {{quantity}} टोकन आवंटित हुए। {{rest}} बाकी हैं।",
  refundTitle: "{{order}} का रिफ़ंड दर्ज करें",
  explainRefund: "जो पैसे आपने लौटाए हैं उन्हें दर्ज करें। सदस्य को तारीख और रेफ़रेंस नंबर ईमेल से मिलते हैं।",
  received: "मिली राशि",
  receivedHint: "रुपयों में, जैसी आपका बैंक दिखाता है। जो आपने नहीं लौटाया, वह इसी सूची में रहता है।",
  refundAmount: "लौटाई गई राशि",
  refundReference: "रिफ़ंड का रेफ़रेंस नंबर",
  refundedOn: "भेजने की तारीख",
  refunded: "{{order}} का रिफ़ंड दर्ज हुआ",
  refundedPart: "{{order}} का रिफ़ंड दर्ज हुआ। इसमें से {{rest}} बाकी हैं।",
  dismissTitle: "{{order}} के पैसे नहीं पहुँचे",
  explainDismiss: "सदस्य को कारण ईमेल से मिलता है, और वह भुगतान फिर से भेज सकता है।",
  counted:
    "इस भुगतान का नंबर {{reference}} {{order}} के लिए पहले से दर्ज है। अगर दोनों एक ही भुगतान हैं, तो इसे 'नहीं मिला' दर्ज करें।",
  counts: "नंबर {{reference}} {{order}} के लिए भी दर्ज है।",
  explainSame: "सदस्य को ईमेल नहीं जाता: उनका भुगतान वहाँ दर्ज रहता है।",
  partlyUsed: "इस राशि का एक हिस्सा आवंटित या लौटाया जा चुका है: इसे 'नहीं मिला' दर्ज नहीं किया जा सकता।",
  dismissed: "{{order}} का भुगतान 'नहीं मिला' दर्ज हुआ",
};

import type { Words } from "../en/common";
import type { bulk as english } from "../en/bulk";

export const bulk: Words<typeof english> = {
  approved_one: "{{count}} खरीद मंज़ूर होगी",
  approved_other: "{{count}} खरीद मंज़ूर होंगी",
  rejected_one: "{{count}} खरीद नामंज़ूर होगी",
  rejected_other: "{{count}} खरीद नामंज़ूर होंगी",
  flagged_one: "ध्यान से जाँचने वाली {{count}} खरीद कारण लिखे बिना छोड़ दी जाएगी",
  flagged_other: "ध्यान से जाँचने वाली {{count}} खरीद कारण लिखे बिना छोड़ दी जाएँगी",
  flaggedHint: "लिखें कि चेतावनी के बाद भी यह सही क्यों है। गतिविधि में यह कारण रहेगा।",
  reason: "यह सही क्यों है",
  reasonFor: "{{order}} सही क्यों है",
  refused_one: "{{count}} खरीद छोड़ दी गई है",
  refused_other: "{{count}} खरीद छोड़ दी गई हैं",
  singly: "इस पर अलग से निर्णय लें",
  take: "{{order}} को शामिल करें",
  second_one: "इनमें से {{count}} के लिए दूसरे एडमिन चाहिए: वह उनके लिए रुकेगी।",
  second_other: "इनमें से {{count}} के लिए दूसरे एडमिन चाहिए: वे उनके लिए रुकेंगी।",
  approveTitle: "कई खरीद मंज़ूर करें",
  rejectTitle: "कई खरीद नामंज़ूर करें",
  nothing: "कृपया कम से कम एक खरीद चुनें।",
  explainApprove_one:
    "इससे {{sum}} की {{count}} खरीद मंज़ूर होगी और {{quantity}} {{symbol}} आवंटित होंगे। सदस्य को ईमेल से बताया जाएगा।",
  explainApprove_other:
    "इससे कुल {{sum}} की {{count}} खरीद मंज़ूर होंगी और {{quantity}} {{symbol}} आवंटित होंगे। हर सदस्य को ईमेल से बताया जाएगा।",
  explainReject_one:
    "इससे {{sum}} की {{count}} खरीद नामंज़ूर होगी। टोकन वापस पूल में जाएँगे; सदस्य कारण पढ़ेंगे और फिर भेज सकेंगे।",
  explainReject_other:
    "इससे कुल {{sum}} की {{count}} खरीद नामंज़ूर होंगी। टोकन वापस पूल में जाएँगे; हर सदस्य कारण पढ़ेंगे और फिर भेज सकेंगे।",
  counted:
    "JavaScript के बिना ये संख्याएँ और बटन की संख्या वैसी ही रहती हैं जैसी पेज खुलने पर थीं। निर्णय उन्हीं पर होता है जिन पर टिक है या जिनका कारण दिया गया है, और परिणाम बताते हैं कि क्या हुआ।",
  question: "मैंने इन सबका पैसा हमारे खाते में देख लिया है।",
  confirmApprove: "{{count}} मंज़ूर करें",
  confirmReject: "{{count}} नामंज़ूर करें",
  resultTitle: "नतीजा",
  result: "नतीजा",
  resultApproved_one: "{{count}} खरीद मंज़ूर हुई, कुल {{sum}}।",
  resultApproved_other: "{{count}} खरीद मंज़ूर हुईं, कुल {{sum}}।",
  resultRejected_one: "{{count}} खरीद नामंज़ूर हुई, कुल {{sum}}।",
  resultRejected_other: "{{count}} खरीद नामंज़ूर हुईं, कुल {{sum}}।",
  resultRefused_one: "{{count}} पर निर्णय नहीं हुआ; कारण साथ में लिखा है।",
  resultRefused_other: "{{count}} पर निर्णय नहीं हुआ; कारण साथ में लिखा है।",
  resultUndone_one: "कुल {{sum}} की {{count}} खरीद फिर रुकी है; उसके सदस्य को नहीं बताया गया।",
  resultUndone_other: "कुल {{sum}} की {{count}} खरीदें फिर रुकी हैं; उनके सदस्यों को नहीं बताया गया।",
  undoable_one: "सदस्य को {{seconds}} सेकंड में बताया जाएगा; तब तक आप इसे पूर्ववत कर सकते हैं।",
  undoable_other: "सदस्यों को {{seconds}} सेकंड में बताया जाएगा; तब तक आप ये {{count}} पूर्ववत कर सकते हैं।",
  undo: "पूर्ववत करें",
  unknown: "नहीं मिली",
  back: "सूची पर वापस",
};

import type { Words } from "../en/common";
import type { buy as english } from "../en/buy";

export const buy: Words<typeof english> = {
  title: "टोकन ख़रीदें",
  noToken: "आगे बढ़ने के लिए कृपया एक टोकन चुनें।",
  noTokenHint: "इस कंपनी ने अभी मूल्य तय नहीं किया है। कृपया बाद में आएँ।",
  price: "प्रति टोकन मूल्य",
  supply: "उपलब्ध प्राइवेट सप्लाई",
  amount: "राशि (INR)",
  amountHint: "लेन-देन शुल्क से पहले",
  workOut: "टोकन की गणना करें",
  summary: "आपको क्या मिलेगा",
  tokens: "टोकन",
  fee: "लेन-देन शुल्क",
  total: "अनुमानित कुल (शुल्क सहित)",
  remainder:
    "इस राशि में से {{amount}} से कोई और टोकन नहीं मिलता। यह आपके भुगतान में शामिल है; इसे छोड़ने के लिए {{exact}} लिखें।",
  submit: "अभी ख़रीदें",
  pending: "प्रक्रिया जारी है...",
  unanswered: "ख़रीद ऑर्डर नहीं बन सका।",
  finalSale: "सभी बिक्री अंतिम हैं। भुगतान स्वीकृत होने के बाद टोकन न लौटाए जा सकते हैं, न बदले जा सकते हैं।",
  afterwards: "भुगतान के दौरान आपके टोकन {{holdMinutes}} मिनट तक आपके लिए रखे जाते हैं।",
  open: {
    title: "आपका एक ऑर्डर खुला है",
    text: "{{total}} में {{quantity}} {{symbol}} आपके लिए रखे गए हैं:",
    over: "समय समाप्त!",
    until: "{{time}} तक",
    replace: "दूसरी राशि लिखने पर यह ऑर्डर बदल जाएगा।",
    continue: "भुगतान जारी रखें",
  },
};

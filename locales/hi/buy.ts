import type { Words } from "../en/common";
import type { buy as english } from "../en/buy";

export const buy: Words<typeof english> = {
  title: "टोकन खरीदें",
  noToken: "आगे बढ़ने के लिए कृपया एक टोकन चुनें।",
  noTokenHint: "इस कंपनी ने अभी मूल्य तय नहीं किया है। कृपया बाद में आएँ।",
  price: "प्रति टोकन मूल्य",
  supply: "उपलब्ध निजी सप्लाई",
  amount: "राशि (INR)",
  amountHint: "लेन-देन शुल्क से पहले",
  workOut: "टोकन की गणना करें",
  summary: "आपको क्या मिलेगा",
  tokens: "टोकन",
  fee: "लेन-देन शुल्क",
  total: "अनुमानित कुल (शुल्क सहित)",
  remainder: "इस राशि में से {{amount}} से कोई और टोकन नहीं मिलता, पर वह भी चुकाना होगा।",
  exact: "इसकी जगह {{exact}} चुकाएँ",
  quick: "जल्दी चुनने की राशियाँ",
  waiting: "मंज़ूरी की प्रतीक्षा में भुगतान",
  waitingOf: "{{count}} (अधिकतम {{limit}})",
  most: "अभी आप ले सकते हैं",
  submit: "अभी खरीदें",
  pending: "प्रक्रिया जारी है...",
  unanswered: "खरीद ऑर्डर नहीं बन सका।",
  finalSale: "सभी बिक्री अंतिम हैं। भुगतान मंज़ूर होने के बाद टोकन न लौटाए जा सकते हैं, न बदले जा सकते हैं।",
  afterwards: "भुगतान के दौरान आपके टोकन {{holdMinutes}} मिनट तक आपके लिए रखे जाते हैं।",
  replaces: "दूसरी राशि लिखने पर यह ऑर्डर बदल जाएगा।",
};

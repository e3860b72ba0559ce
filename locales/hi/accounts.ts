import type { Words } from "../en/common";
import type { accounts as english } from "../en/accounts";

export const accounts: Words<typeof english> = {
  title: "लाभार्थी प्रबंधन",
  bankCard: "बैंक खाता",
  upiCard: "UPI आईडी",
  none: "आपकी कंपनी का अभी कोई खाता नहीं है। जब तक खाता न हो, सदस्य केवल मैनुअल भुगतान बता सकते हैं।",
  update: "बदलें",
  updateBank: "बैंक खाता बदलें",
  updateUpi: "UPI आईडी बदलें",
  updateTitle: "लाभार्थी बदलें",
  add: "लाभार्थी जोड़ें",
  addTitle: "लाभार्थी जोड़ें",
  all: "सभी खाते",
  allHint: "सदस्यों को मुख्य खाता पहले दिखता है और वे इनमें से किसी में भी भुगतान कर सकते हैं।",
  fields: {
    holderName: "खाताधारक का नाम",
    bankName: "बैंक का नाम",
    branch: "शाखा का नाम",
    accountNumber: "खाता नंबर",
    ifscCode: "IFSC कोड",
    upi: "UPI आईडी",
  },
  hints: {
    accountNumber: "9 से 18 अंक",
    ifscCode: "चार अक्षर, एक शून्य, छह अक्षर या अंक, जैसे SBIN0001234",
    upi: "जैसे naam@bank",
  },
  since: "कब से",
  default: "मुख्य",
  isDefault: "मुख्य खाता",
  makeDefault: "मुख्य बनाएँ",
  setAsDefault: "इसे मुख्य खाता बनाएँ",
  remove: "हटाएँ",
  actions: "कार्रवाई",
  confirmIfsc: "यह IFSC कोड हमें बैंक ने दिया है।",
  explain:
    "सहेजते ही नए ऑर्डर को यह खाता दिखेगा। पहले के ऑर्डर वही खाता रखेंगे जो उन्हें दिखा था। आपकी कंपनी के हर एडमिन को ईमेल से बताया जाएगा।",
  defaultTitle: "इसे मुख्य खाता बनाएँ",
  explainDefault:
    "नए ऑर्डर को {{account}} पहले दिखेगा। पहले के ऑर्डर वही खाता रखेंगे जो उन्हें दिखा था। आपकी कंपनी के हर एडमिन को ईमेल से बताया जाएगा।",
  removeTitle: "यह खाता हटाएँ",
  explainRemove:
    "सदस्य अब {{account}} नहीं चुन सकेंगे। जिन ऑर्डर को यह दिखा था वे इसे रखेंगे। आपकी कंपनी के हर एडमिन को ईमेल से बताया जाएगा।",
  save: "बदलें",
  addSubmit: "जोड़ें",
  updatedToast: "लाभार्थी बदल गया",
  addedToast: "लाभार्थी जुड़ गया",
  defaultToast: "मुख्य खाता बदल गया",
  removedToast: "लाभार्थी हट गया",
};

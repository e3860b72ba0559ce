import { STAFF_METHODS } from "./staff-methods";

import type { Words } from "../en/common";
import type { orderList as english } from "../en/order-list";

export const orderList: Words<typeof english> = {
  columns: {
    number: "क्र.सं.",
    userId: "सदस्य आईडी",
    name: "नाम",
    mobile: "मोबाइल",
    method: "तरीका",
    price: "मूल्य",
    quantity: "मात्रा",
    finalAmount: "कुल राशि",
    transaction: "लेन-देन नं.",
    status: "स्थिति",
    receipt: "रसीद",
    date: "तारीख",
    action: "कार्रवाई",
    order: "ऑर्डर",
    reference: "UTR",
    entered: "भरी गई राशि",
    match: "स्टेटमेंट",
    flags: "चेतावनी",
    decided: "फ़ैसला",
    decidedBy: "किसने",
  },
  methods: STAFF_METHODS,
  narrow: "तारीख और राशि",
  created: { from: "ऑर्डर इस दिन से", to: "ऑर्डर इस दिन तक" },
  decided: { from: "फ़ैसला इस दिन से", to: "फ़ैसला इस दिन तक" },
  since: { from: "इस दिन से", to: "इस दिन तक" },
  least: "राशि कम से कम (₹)",
  most: "राशि ज़्यादा से ज़्यादा (₹)",
  apply: "लागू करें",
  clear: "सारी तारीखें और राशियाँ",
  total_one: "{{shown}} खरीद",
  total_other: "{{shown}} खरीद",
  sum: "कुल {{sum}}",
  addUp: "सब गिनें और जोड़ें",
  unsorted:
    "यह सूची उस कॉलम के क्रम के लिए बहुत लंबी है, इसलिए तारीख के क्रम में है। तारीख, राशि, फ़िल्टर या खोज से इसे छोटा करें।",
  decidedBy: "किसने फ़ैसला किया",
  reversed: "वापस लिया गया",
};

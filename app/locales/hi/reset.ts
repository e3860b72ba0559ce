import type { Words } from "../en/common";
import type { reset as english } from "../en/reset";

export const reset: Words<typeof english> = {
  stepOne: "पासवर्ड रीसेट करें",
  stepTwo: "कोड जाँचें और नया पासवर्ड बनाएँ",
  email: "ईमेल",
  send: "रीसेट कोड भेजें",
  sending: "कोड भेजा जा रहा है...",
  sent: "यदि {{email}} का यहाँ खाता है, तो हमने उस पर कोड भेज दिया है। यह 10 मिनट तक काम करता है।",
  otp: "सत्यापन कोड",
  password: "नया पासवर्ड",
  confirm: "नया पासवर्ड दोबारा लिखें",
  submit: "पासवर्ड रीसेट करें",
  submitting: "पासवर्ड रीसेट हो रहा है...",
  again: "कोड फिर भेजें या ईमेल बदलें",
  back: "लॉगिन पर वापस",
  hint: "कम से कम 8 अक्षर",
  haveCode: "मेरे पास कोड पहले से है",
  done: "पासवर्ड रीसेट हो गया",
  unsent: "OTP नहीं भेजा जा सका",
  unchanged: "पासवर्ड अपडेट नहीं हो सका",
};

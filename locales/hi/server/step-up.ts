/** The screen that asks for a proof once more; the server sends its texts with what waits. */
export const stepUp = {
  heading: "कृपया पुष्टि करें कि यह आप ही हैं",
  text: "इसके लिए आपका पासवर्ड या ऑथेंटिकेटर ऐप का कोड एक बार फिर चाहिए। अगले {{stepUpMinutes}} मिनट तक यह दोबारा नहीं पूछा जाएगा।",
  textCode:
    "इसके लिए ऑथेंटिकेटर ऐप का कोड या रिकवरी कोड चाहिए। अगले {{stepUpMinutes}} मिनट तक यह दोबारा नहीं पूछा जाएगा।",
  kept: "आपने जो लिखा है वह सुरक्षित है।",
  proof: "पासवर्ड, या ऐप का कोड",
  code: "ऐप का कोड, या रिकवरी कोड",
  submit: "आगे बढ़ें",
  pending: "जाँच हो रही है...",
  cancel: "इसके बिना वापस जाएँ",
  again: "इसके बजाय दोबारा लॉग इन करें",
  proved: "धन्यवाद",
  provedText: "आपका डाउनलोड अब शुरू हो रहा है।",
  download: "फिर से डाउनलोड करें",
};

import type { Words } from "../en/common";
import type { paying as english } from "../en/paying";

export const paying: Words<typeof english> = {
  steps: {
    BANK: [
      "इस खाते में {{total}} ट्रांसफ़र करें।",
      "टिप्पणी में ऑर्डर नंबर {{orderNumber}} लिखें।",
      "फिर {{button}} दबाएँ और प्रमाण भेजें।",
    ],
    UPI: [
      "कोड, इस फ़ोन के ऐप या UPI आईडी से {{total}} चुकाएँ।",
      "ऐप में दिखने वाला लेन-देन नंबर लिख लें।",
      "फिर {{button}} दबाएँ और प्रमाण भेजें।",
    ],
    MANUAL: [
      "{{company}} को {{total}} चुकाएँ।",
      "फिर {{button}} दबाएँ। टोकन देने से पहले वे इसकी जाँच करते हैं।",
    ],
  },
  follows: "मैंने भुगतान कर दिया है: प्रमाण भेजें",
  copyAmount: "राशि कॉपी करें",
  copyNumber: "ऑर्डर नंबर कॉपी करें",
  meant: "हाँ, मैंने यही राशि चुकाई",
  leave: "भेजे बिना बंद करें? भरी हुई जानकारी इस टैब में रहेगी।",
  stay: "जारी रखें",
  close: "बंद करें, जानकारी रखें",
  discard: "जानकारी हटाएँ",
  choose: "फ़ाइल चुनें",
  none: "कोई फ़ाइल नहीं चुनी गई",
  camera: "फ़ोटो लें",
  drop: "या फ़ाइल यहाँ छोड़ें।",
};

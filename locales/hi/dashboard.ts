import type { Words } from "../en/common";
import type { dashboard as english } from "../en/dashboard";

export const dashboard: Words<typeof english> = {
  title: "डैशबोर्ड",
  globalStock: "कुल स्टॉक",
  myStock: "मेरा स्टॉक",
  globalDetails: "कुल स्टॉक का विवरण",
  myDetails: "मेरे स्टॉक का विवरण",
  holders_one: "{{count}} धारक",
  holders_other: "{{count}} धारक",
  allocations_one: "{{count}} आवंटन",
  allocations_other: "{{count}} आवंटन",
  rank: "स्टॉक रैंक",
  you: "आप",
  wallet: "वॉलेट पता",
  quantity: "स्टॉक मात्रा",
  hash: "लेन-देन हैश",
  dateTimeGlobal: "तारीख और समय",
  dateTimeMine: "तारीख और समय",
  timeLeft: "शेष समय",
  memberId: "सदस्य आईडी",
  reward: "इनाम",
  ranking: {
    all: "पूरी रैंकिंग देखें",
    title: "रैंकिंग",
    back: "डैशबोर्ड पर वापस जाएँ",
    own_one: "आपकी रैंक {{rank}} है। {{count}} सदस्य के पास टोकन हैं।",
    own_other: "{{count}} सदस्यों में आपकी रैंक {{rank}} है।",
    none: "अभी आपकी कोई रैंक नहीं है। वह आपके पहले टोकन से शुरू होती है।",
    show: "मेरी पंक्ति दिखाएँ",
  },
};

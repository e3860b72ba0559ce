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
  unlocked: "खुल चुके",
  time: {
    days_one: "{{count}} दिन",
    days_other: "{{count}} दिन",
    hours: "{{hours}} घं {{minutes}} मि",
  },
  copyHash: "हैश {{hash}} कॉपी करें",
  copied: "हैश कॉपी हो गया!",
  checkHash: "हैश {{hash}} जाँचें",
};

import type { Words } from "../en/common";
import type { referral as english } from "../en/referral";

export const referral: Words<typeof english> = {
  title: "रेफ़रल",
  intro:
    "अपने लिंक से लोगों को बुलाएँ। उससे पंजीकरण करने वाला कोई खरीदे, तो उसे मिले टोकन के {{percent}} के बराबर टोकन आपको इनाम में अलग से मिलते हैं।",
  introNoReward: "अपने लिंक से लोगों को बुलाएँ। {{company}} अभी कोई इनाम नहीं देती।",
  link: "आपका लिंक",
  code: "आपका रेफ़रल कोड",
  copyLink: "लिंक कॉपी करें",
  linkCopied: "लिंक कॉपी हो गया!",
  copyCode: "कोड कॉपी करें",
  codeCopied: "कोड कॉपी हो गया!",
  share: "साझा करें",
  whatsApp: "WhatsApp से भेजें",
  message: "मेरे साथ {{brand}} से जुड़ें:",
  qr: "आपके रेफ़रल लिंक का QR कोड",
  qrHint: "पास बैठे व्यक्ति से इसे स्कैन कराएँ।",
  people: "आपके बुलाए सदस्य",
  invited: "आमंत्रित",
  verified: "सत्यापित",
  buying: "खरीद चुके",
  rewards: "आपके इनाम",
  earned: "मिले",
  waiting: "प्रतीक्षा में",
  waitingHint: "प्रतीक्षा वाले इनाम कंपनी के निर्णय तक आपके लिए रखे रहते हैं।",
  none: "आपके लिंक से अभी किसी ने पंजीकरण नहीं किया है।",
  seeRewards: "हर इनाम ‘मेरा स्टॉक’ में देखें",
  private: "आपको केवल संख्याएँ दिखती हैं: उनके नाम और भुगतान निजी रहते हैं।",
};

import type { Words } from "../en/common";
import type { referral as english } from "../en/referral";

export const referral: Words<typeof english> = {
  title: "रेफ़रल",
  intro:
    "अपने लिंक से लोगों को बुलाएँ। उससे आया कोई सदस्य ख़रीदे तो उसके टोकन के अलावा {{percent}} टोकन आपको इनाम में मिलते हैं।",
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
  invited: "आए",
  verified: "सत्यापित",
  buying: "ख़रीद चुके",
  rewards: "आपके इनाम",
  earned: "मिले",
  waiting: "प्रतीक्षा में",
  waitingHint: "प्रतीक्षा वाले इनाम कंपनी के निर्णय तक आपके लिए रखे रहते हैं।",
  none: "आपके लिंक से अभी किसी ने पंजीकरण नहीं किया है।",
  seeRewards: "हर इनाम 'मेरा स्टॉक' में देखें",
  private: "आपको केवल संख्याएँ दिखती हैं: वे कौन हैं और कितना देते हैं, यह उन्हीं का है।",
  invitedBy: "आपको कोड {{code}} से बुलाया गया है।",
};

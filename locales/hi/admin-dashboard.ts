import type { adminDashboard as english } from "../en/admin-dashboard";
import type { Words } from "../en/common";

export const adminDashboard: Words<typeof english> = {
  title: "डैशबोर्ड",
  users: "सदस्य",
  userActive: "सक्रिय सदस्य",
  userInactive: "निष्क्रिय सदस्य",
  userBlock: "ब्लॉक किए गए सदस्य",
  verification: "सत्यापन",
  totalMember: "कुल सदस्य",
  verificationCompleted: "सत्यापन पूरा",
  verificationPending: "सत्यापन बाकी",
  fresh: "आँकड़े 20 सेकंड तक पुराने हो सकते हैं।",
  asTable: "आँकड़े तालिका में",
  supply: {
    title: "टोकन सप्लाई का बँटवारा",
    overlap:
      "ये आँकड़े एक-दूसरे में शामिल हैं: निजी सप्लाई कुल सप्लाई का हिस्सा है, और उसमें से जो बचा है वह निजी सप्लाई का।",
    pool: "सप्लाई",
    tokens: "टोकन",
    totalSupply: "कुल सप्लाई",
    privateSupply: "निजी सप्लाई",
    remainingPrivateSupply: "बची हुई निजी सप्लाई",
    publicCellSupply: "पब्लिक सेल",
    angelInvestorSupply: "एंजेल निवेशक",
    founderTeamSupply: "संस्थापक टीम",
    airdropSupply: "एयरड्रॉप",
  },
  referral: {
    title: "रेफ़रल सप्लाई",
    total: "कुल",
    remaining: "शेष",
    stockBalance: "स्टॉक बैलेंस",
    crore: "करोड़ में",
    explain:
      "सदस्य जो खरीदते हैं और दूसरों को बुलाकर जो कमाते हैं, वह इसी सप्लाई से जाता है। स्टॉक बैलेंस अब तक दिए गए सभी टोकन हैं।",
  },
  collection: {
    title: "भुगतान के तरीके के अनुसार कुल वसूली",
    dataset: "%",
    method: "तरीका",
    collected: "वसूली",
    share: "हिस्सा % में",
    bank: "बैंक",
    upi: "UPI",
    manual: "मैनुअल",
    crypto: "क्रिप्टो",
    all: "कुल मिलाकर",
    explain: "मंज़ूर भुगतान, शुल्क सहित।",
    none: "अभी तक कोई भुगतान मंज़ूर नहीं हुआ है।",
  },
};

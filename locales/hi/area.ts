import type { Words } from "../en/common";
import type { area as english } from "../en/area";

export const area: Words<typeof english> = {
  toFirstDay: "पहली बिक्री से पहले के काम",
  nav: {
    label: "मुख्य",
    dashboard: "डैशबोर्ड",
    buyToken: "टोकन खरीदें",
    paymentHistory: "भुगतान इतिहास",
    profile: "प्रोफ़ाइल",
    referral: "रेफ़रल",
    notices: "सूचनाएँ",
    unread: "सूचनाएँ, नई: {{count}}",
    announcements: "घोषणाएँ",
    logout: "लॉग आउट",
    userManage: "सदस्य प्रबंधन",
    holders: "टोकन धारक",
    referrals: "रेफ़रल",
    purchaseRequest: "खरीद अनुरोध",
    payments: "भुगतान",
    beneficiary: "लाभार्थी प्रबंधन",
    activity: "गतिविधि",
    security: "सुरक्षा",
    settings: "सेटिंग",
    companyManage: "कंपनी प्रबंधन",
    id: "आईडी",
    collapse: "मेन्यू समेटें",
  },
  ownersOnly: "आप इन्हें देख सकते हैं। बदलना केवल कंपनी के मालिक कर सकते हैं।",
  logout: { heading: "लॉग आउट", ask: "क्या आप लॉग आउट करना चाहते हैं?", submit: "लॉग आउट" },
};

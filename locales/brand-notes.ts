import type { BuiltInSymbol } from "@db/vocabulary";
import type { Language } from "./languages";

/** Footer notes of the built-in brands, and of a brand without one, in languages beside English. */
export const BRAND_NOTES: Partial<Record<Language, Record<BuiltInSymbol | "plain", string>>> = {
  hi: {
    ACW: "Acreworth एक टोकन है, ज़मीन का मालिकाना हक़ नहीं। लॉन्च से पहले ख़रीदे गए टोकन लॉन्च पर अनलॉक होते हैं।",
    COWL: "सिक्कों से पहले कौड़ियाँ थीं। पहले इश्यू के COWL लॉन्च पर अनलॉक होंगे।",
    GLC: "Glacier टोकन लॉन्च तक रिज़र्व में रहते हैं। दिखाई गई क़ीमतों में शुल्क शामिल नहीं है, जब तक ऐसा लिखा न हो।",
    GLXY: "Galaxy Way के टोकन साथ चलते हैं: सभी के टोकन लॉन्च पर अनलॉक होंगे।",
    MASP: "Maspora टोकन लॉन्च से पहले बेचे जाते हैं। कंपनी की मंज़ूरी के बाद ख़रीद पक्की हो जाती है।",
    NTCN: "Native Coin अपने सदस्यों के साथ बढ़ता है। लॉन्च से पहले ख़रीदे गए टोकन लॉन्च पर अनलॉक होते हैं।",
    NXT: "Nextline सॉफ़्टवेयर की दुनिया का शुरुआती टोकन है। टोकन लॉन्च पर, लेजर के क्रम में अनलॉक होते हैं।",
    PPCN: "Peoplecoin अपने सदस्यों का है। अपनी सदस्य आईडी केवल जान-पहचान के लोगों को बताएँ।",
    RSGN: "Resurgence टोकन लॉन्च से पहले बेचे जाते हैं और लॉन्च पर अनलॉक होते हैं। भुगतान से पहले कृपया शर्तें पढ़ें।",
    SHIK: "हर चढ़ाई की तरह Shikhar टोकन में भी जोखिम है। उतना ही ख़रीदें जितना लॉन्च तक रख सकें।",
    plain: "प्री-सेल के {{symbol}} लॉन्च पर अनलॉक होंगे।",
  },
};

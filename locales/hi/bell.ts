import type { Words } from "../en/common";
import type { bell as english } from "../en/bell";

export const bell: Words<typeof english> = {
  title: "सूचनाएँ",
  none: "अभी कोई सूचना नहीं है। आपके भुगतानों के निर्णय, रिफ़ंड, इनाम, नए मूल्य और {{company}} की घोषणाएँ यहाँ दिखती हैं।",
  new: "नई",
  markRead: "सभी पढ़ी हुई हैं",
  list: "आपकी सूचनाएँ",
  APPROVED: "{{order}} को मंज़ूरी मिली: {{tokens}} {{token}} आपके हैं।",
  REJECTED: "{{order}} को मंज़ूरी नहीं मिली।",
  REVERSED: "{{order}} की मंज़ूरी वापस ली गई।",
  EXPIRED: "{{order}} का भुगतान करने का समय बीत गया। भेजा हुआ पैसा खोया नहीं है: उसका प्रमाण भेजें।",
  RELEASED: "{{order}} अब भी निर्णय की प्रतीक्षा में है, पर उसके टोकन अब आपके लिए नहीं रखे गए हैं।",
  KEPT: "{{order}} के लिए आपका भुगतान दर्ज है। आगे क्या होगा, यह {{company}} तय करती है।",
  NOT_RECEIVED: "{{order}} के लिए आपका भुगतान हमारे खाते में नहीं आया।",
  REFUNDED:
    "{{order}} के लिए आपके भुगतान में से {{amount}} {{date}} को लौटाए गए। बैंक का रेफ़रेंस नंबर: {{reference}}",
  REWARD: "आपके बुलाए सदस्य {{member}} ने टोकन खरीदे: आपको {{tokens}} {{token}} इनाम में मिले।",
  REWARD_REVERSED:
    "{{member}} की खरीद वापस ली गई, और उसके साथ आपका {{tokens}} {{token}} का इनाम भी।",
  PRICE: "अब एक {{token}} का मूल्य {{price}} है।",
  toOrder: "ऑर्डर देखें",
  toBuy: "टोकन खरीदें",
  toRewards: "अपने इनाम देखें",
  admin: {
    title: "घोषणाएँ",
    intro:
      "हर घोषणा सभी सदस्यों की सूचनाओं में दिखती है, और जिन्होंने ऐसे ईमेल चुने हैं उन्हें ईमेल भी जाता है। एक दिन में अधिक से अधिक {{count}}।",
    heading: "शीर्षक",
    text: "संदेश",
    textHint: "सादा पाठ; पंक्तियाँ वैसी ही रहती हैं।",
    publish: "प्रकाशित करें",
    published: "घोषणा प्रकाशित हुई",
    list: "प्रकाशित",
    none: "अभी कोई घोषणा नहीं हुई।",
    by: "{{at}}, {{by}}",
    withdraw: "वापस लें",
    withdrawOne: "{{title}} वापस लें",
    withdrawn: "घोषणा वापस ली गई",
    isWithdrawn: "{{at}} को वापस ली गई",
  },
};

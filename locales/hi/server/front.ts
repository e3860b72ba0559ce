import type { Words } from "../../en/common";
import type {
  footer as englishFooter,
  front as english,
  login as englishLogin,
} from "../../en/server/front";

export const front: Words<typeof english> = {
  seller: "विक्रेता: {{seller}}",
  price: "आज एक {{symbol}}",
  priceFrom: "{{date}} से {{price}}",
  noPrice: "अभी बिक्री में नहीं",
  sold: "{{percent}}% बिक चुके",
  of: "{{total}} {{symbol}} में से {{sold}}, इनाम सहित",
  held: "{{held}} {{symbol}} उन ऑर्डर के लिए रखे हैं जिनका भुगतान या जाँच जारी है",
  left: "{{left}} {{symbol}} बाकी",
  launch: "लॉन्च",
  day_one: "{{count}} दिन बाद",
  day_other: "{{count}} दिन बाद",
  launchOn: "{{date}} को",
  launched: "टोकन खुल चुके हैं",
  unannounced: "अभी घोषित नहीं",
  join: "पंजीकरण करें और खरीदें",
  invited: "एक दोस्त ने आपको कोड {{code}} से बुलाया है।",
  invitedText: "खाता बनाते समय यह अपने आप भर जाता है। आपका मूल्य वही रहता है।",
  invitedReward: "आप जितने टोकन खरीदेंगे, उसका {{percent}} आपके दोस्त को इनाम में मिलेगा।",
  steps: "यह कैसे होता है",
  money: "आपका पैसा और आपके टोकन",
  moneyText:
    "आप UPI या बैंक ट्रांसफ़र से सीधे {{company}} को भुगतान करते हैं। {{company}} हर भुगतान की जाँच करती है। फिर टोकन रसीद के साथ आपके खाते में दिखते हैं। भुगतान मंज़ूर न हो, तो कारण वहीं लिखा होता है।",
  tokensText: "टोकन लॉन्च तक लॉक रहते हैं।",
  distribution: "टोकन का बँटवारा",
  part: "किसके लिए",
  share: "हिस्सा",
  shares: {
    Airdrop: "एयरड्रॉप",
    "Angel Investor": "एंजेल निवेशक",
    "Founder Team": "संस्थापक टीम",
    "Public Cell": "पब्लिक सेल",
    "Referral Programme": "रेफ़रल कार्यक्रम",
  },
  check: "हमें जाँचें",
  checkText:
    "दिया गया हर टोकन एक सार्वजनिक, हस्ताक्षरित बहीखाते में दर्ज है। अभी इसमें {{entries}} प्रविष्टियाँ हैं, और कोई भी चुपचाप बदली नहीं जा सकती।",
  checkLink: "प्रमाण देखें",
  documents: "दस्तावेज़",
  questions: "सवाल और जवाब",
  asked: {
    seller: "टोकन कौन बेचता है?",
    sellerText: "{{company}}। पता और संपर्क इस पेज के अंत में हैं।",
    pay: "मूल्य कब तक तय रहता है?",
    payText:
      "ऑर्डर का मूल्य वही रहता है, और भुगतान के दौरान उसके टोकन {{holdMinutes}} मिनट तक आपके लिए रखे जाते हैं।",
    when: "मुझे टोकन कब मिलेंगे?",
    whenText:
      "जैसे ही {{company}} आपके भुगतान की जाँच कर ले। आपको ईमेल मिलेगा और खाते में रसीद। टोकन लॉन्च पर खुलते हैं।",
    back: "क्या पैसा वापस मिल सकता है?",
    backText: "भुगतान मंज़ूर होने के बाद बिक्री अंतिम होती है। कृपया खरीदने से पहले बिक्री की शर्तें पढ़ें।",
    verify: "क्या पहचान का दस्तावेज़ चाहिए?",
    verifyText: "आपकी प्रोफ़ाइल में यह माँगा जाता है। {{company}} इसकी जाँच करती है।",
    real: "मैं कैसे जाँचूँ कि आँकड़े सही हैं?",
    realText:
      "दिया गया हर टोकन एक सार्वजनिक, हस्ताक्षरित बहीखाते की प्रविष्टि है। इसे कोई भी, बिना खाते के, जाँच सकता है।",
  },
};

export const footer: Words<typeof englishFooter> = {
  label: "संपर्क",
  whatsApp: "WhatsApp",
  privacy: "गोपनीयता नीति",
  terms: "बिक्री की शर्तें",
};

export const login: Words<typeof englishLogin> = {
  ended: "आपका सत्र समाप्त हो गया। कृपया फिर से लॉग इन करें।",
  endedTo: "आपका सत्र समाप्त हो गया। लॉग इन करने पर आप उसी पेज पर लौटेंगे।",
  asked: "जो पेज आप देखना चाहते थे, उसके लिए लॉग इन करें।",
  unsent: "यह भेजने से पहले ही आपका सत्र समाप्त हो गया। कृपया जाँचकर फिर से भेजें।",
};

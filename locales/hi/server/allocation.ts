import type { Words } from "../../en/common";
import type { allocation as english } from "../../en/server/allocation";

export const allocation: Words<typeof english> = {
  page: {
    back: "मेरे स्टॉक पर वापस",
    titles: {
      PURCHASE: "{{quantity}} {{symbol}} खरीदे गए",
      REFERRAL: "{{quantity}} {{symbol}} इनाम में मिले",
      BONUS: "{{quantity}} {{symbol}} बोनस में",
      REVERSAL: "{{quantity}} {{symbol}} वापस लिए गए",
      BONUS_REVERSAL: "बोनस के {{quantity}} {{symbol}} वापस लिए गए",
    },
    verified: "सत्यापित ✓ प्रविष्टि {{entry}}",
    failed: "प्रविष्टि {{entry}} सत्यापित नहीं हो सकी",
    right: "रिकॉर्ड बदला नहीं गया है, और यह अपने से पहले वाली प्रविष्टि के ठीक बाद है।",
    inBrowser: "यह आपके ब्राउज़र में निकाला गया।",
    onServer: "यह सर्वर पर निकाला गया।",
    wrong: "हैश मेल नहीं खाता। कृपया {{company}} को बताएँ।",
    textWrong: "पाठ रिकॉर्ड से मेल नहीं खाता। कृपया {{company}} को बताएँ।",
    unlinked: "यह पिछले आवंटन के ठीक बाद का नहीं है। कृपया {{company}} को बताएँ।",
    intro: "सभी आवंटन एक सूची में हैं, जिस पर {{company}} हस्ताक्षर करती है।",
    ledger: "सूची देखें",
    details: "विवरण",
    hashed: "हैश आपके टोकन के रिकॉर्ड और पिछले हैश से बना है। इनमें कुछ भी बदला जाए तो हैश अलग निकलेगा।",
    previous: "पिछला हैश",
    text: "जिस पाठ का हैश बना",
    textHint: "ठीक यही पाठ, अंत में नई पंक्ति के बिना।",
    hash: "हैश",
    computed: "निकाला गया हैश",
    yourself: "इस साइट के बिना जाँचें",
    yourselfText:
      "इसे टर्मिनल वाले किसी भी कंप्यूटर (Linux या macOS) पर चलाएँ। ऊपर वाला हैश ही निकलना चाहिए।",
    copyCommand: "कमांड कॉपी करें",
    commandCopied: "कमांड कॉपी हो गई!",
  },
};

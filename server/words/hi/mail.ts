import type { MessageCatalogue } from "@server/jobs/messages/templates";

/** What our mails and texts say in Hindi. */
export const mail: MessageCatalogue = {
  registrationCode: ({ code, minutes }, { name }) => ({
    subject: `${code} आपका ${name} कोड है`,
    paragraphs: [
      `${name} पर खाता बनाने के लिए यह कोड डालें। यह एक बार, ${minutes} मिनट तक काम करता है।`,
      "यदि आपने इसे नहीं माँगा था, तो आपको कुछ करने की ज़रूरत नहीं।",
    ],
    code,
    sms: `${name} पर पंजीकरण के लिए आपका कोड ${code} है। ${minutes} मिनट तक मान्य। किसी को न बताएँ।`,
  }),
  accountExists: (_params, { name }) => ({
    subject: `${name} पर आपका खाता पहले से है`,
    paragraphs: [
      `किसी ने, शायद आपने, इस पते से ${name} पर पंजीकरण माँगा, जबकि इसका खाता पहले से है।`,
      "आप लॉग इन कर सकते हैं, या पासवर्ड भूल गए हों तो नया चुन सकते हैं।",
    ],
    button: { label: "लॉग इन करें", path: "/" },
    sms: `${name} पर आपका खाता पहले से है। लॉग इन करें, या पासवर्ड भूल गए हों तो नया बनाएँ।`,
  }),
  resetCode: ({ code, minutes }, { name }) => ({
    subject: `${code} से अपना ${name} पासवर्ड बदलें`,
    paragraphs: [
      `नया पासवर्ड बनाने के लिए यह कोड डालें। यह एक बार, ${minutes} मिनट तक काम करता है।`,
      "यदि आपने इसे नहीं माँगा, तो आपका पासवर्ड सुरक्षित है: यह कोड किसी को न दें।",
    ],
    code,
    sms: `${code} से अपना ${name} पासवर्ड बदलें। ${minutes} मिनट तक मान्य। किसी को न बताएँ।`,
  }),
  changeCode: ({ code, minutes }, { name }) => ({
    subject: `${code} से नए ${name} पासवर्ड की पुष्टि करें`,
    paragraphs: [
      `पासवर्ड बदलने के लिए यह कोड डालें। यह एक बार, ${minutes} मिनट तक काम करता है।`,
      "यदि आपने इसे नहीं माँगा, तो हर जगह से लॉग आउट करें और पासवर्ड बदलें।",
    ],
    code,
    sms: `${code} से नए ${name} पासवर्ड की पुष्टि करें। ${minutes} मिनट तक मान्य।`,
  }),
  superAdminCode: ({ code, minutes }, { name }) => ({
    subject: `${code} आपका सुपर एडमिन कोड है`,
    paragraphs: [
      `${name} में लॉग इन करने के लिए यह कोड डालें। यह एक बार, ${minutes} मिनट तक काम करता है।`,
    ],
    code,
  }),
  newDevice: ({ device, ip, at }, { name }) => ({
    subject: `${name} में नए डिवाइस से लॉग इन`,
    paragraphs: [
      `${at} पर आपके सुपर एडमिन खाते में ${device || "किसी अनजान डिवाइस"} (${ip}) से लॉग इन हुआ। यह डिवाइस पहले इस्तेमाल नहीं हुआ था।`,
      "अगर यह आप ही थे, तो सब ठीक है। अगर नहीं, तो तुरंत इस मेलबॉक्स का पासवर्ड बदलें, फिर लॉग इन करके बाकी सभी सत्र बंद करें।",
    ],
    button: { label: "लॉग इन करें", path: "/superadmin/login" },
  }),
  passwordChanged: ({ isAdmin }, { name }) => ({
    subject: `आपका ${name} पासवर्ड बदल गया`,
    paragraphs: [
      "आपका पासवर्ड अभी बदला गया और बाकी सभी उपकरण लॉग आउट हो गए।",
      "यदि यह आपने नहीं किया, तो तुरंत पासवर्ड रीसेट करें और हमें बताएँ।",
    ],
    button: {
      label: "पासवर्ड रीसेट करें",
      path: isAdmin ? "/admin/forgot-password" : "/fogot-password",
    },
  }),
  securityChanged: ({ change, left }, { name }) => ({
    subject: {
      ON: `अब आपका ऑथेंटिकेटर ऐप ${name} के खाते की रक्षा करता है`,
      OFF: `${name} पर आपका ऑथेंटिकेटर ऐप बंद कर दिया गया`,
      CODES_RENEWED: `${name} के लिए नए रिकवरी कोड`,
      CODE_USED: `एक रिकवरी कोड से ${name} पर आपका खाता खुला`,
    }[change],
    paragraphs: [
      {
        ON: "अब से लॉग इन के लिए आपके ऑथेंटिकेटर ऐप का कोड चाहिए। रिकवरी कोड ऐसी जगह रखें जहाँ वे फ़ोन के बिना भी मिल जाएँ।",
        OFF: "अब लॉग इन के लिए ऑथेंटिकेटर ऐप का कोड नहीं चाहिए, और आपके रिकवरी कोड काम नहीं करते।",
        CODES_RENEWED: "नए रिकवरी कोड बनाए गए। पुराने अब काम नहीं करते।",
        CODE_USED: `लॉग इन के लिए एक रिकवरी कोड इस्तेमाल हुआ। वह अब काम नहीं करेगा; ${left} बचे हैं।`,
      }[change],
      "यदि यह आपने नहीं किया, तो हर जगह से लॉग आउट करें, नया पासवर्ड चुनें और हमें तुरंत बताएँ।",
    ],
  }),
  memberVerified: (_params, { name }) => ({
    subject: `${name} ने आपको सत्यापित कर दिया`,
    paragraphs: ["आपका खाता सत्यापित है। धैर्य रखने के लिए धन्यवाद।"],
    button: { label: "डैशबोर्ड खोलें", path: "/user/dashboard" },
  }),
  invitation: ({ name: person, token, hours }, { name }) => ({
    subject: `${name} पर आपका एडमिन खाता`,
    paragraphs: [
      `नमस्ते ${person}, ${name} पर आपके लिए एडमिन खाता बनाया गया है।`,
      `शुरू करने के लिए पासवर्ड चुनें। लिंक एक बार, ${hours} घंटे तक काम करता है।`,
    ],
    button: { label: "पासवर्ड चुनें", path: `/admin/set-password?token=${token}` },
  }),
  orderSubmitted: ({ orderNumber, total, quantity, token }) => ({
    subject: `${orderNumber} के भुगतान का विवरण मिल गया`,
    paragraphs: [
      `आपने बताया कि ${quantity} ${token} के लिए ${total} का भुगतान किया। हम इसे अपने खाते से मिला रहे हैं।`,
      "निर्णय होने तक आपके टोकन आपके लिए सुरक्षित हैं; निर्णय होते ही हम लिखेंगे।",
    ],
    button: { label: "ऑर्डर देखें", path: "/user/payment-history" },
  }),
  orderApproved: ({ orderNumber, quantity, token, hash }) => ({
    subject: `${quantity} ${token} आपके हुए`,
    paragraphs: [
      `${orderNumber} का भुगतान मिल गया और ${quantity} ${token} आपको आवंटित हो गए।`,
      `लेन-देन हैश: ${hash}`,
    ],
    button: { label: "रसीद देखें", path: "/user/payment-history?status=APPROVED" },
  }),
  orderRejected: ({ orderNumber, reason, refundNote }) => ({
    subject: `${orderNumber} का भुगतान स्वीकार नहीं हुआ`,
    paragraphs: [
      ...(reason ? [`कारण: ${reason}`] : ["हम आपका भुगतान अपने खाते से मिला नहीं सके।"]),
      ...(refundNote ? [`आपके पैसे के बारे में: ${refundNote}`] : []),
      "आप सही विवरण के साथ भुगतान दोबारा जमा कर सकते हैं; ऑर्डर अब भी है।",
    ],
    button: { label: "दोबारा जमा करें", path: `/user/payment?purchaseId=${orderNumber}` },
  }),
  orderExpired: ({ orderNumber }) => ({
    subject: `${orderNumber} का समय समाप्त हो गया`,
    paragraphs: [
      `${orderNumber} के टोकन अब आपके लिए नहीं रखे गए हैं, क्योंकि समय पर कोई भुगतान जमा नहीं हुआ।`,
      "यदि आप भुगतान कर चुके हैं, तो उसे अभी जमा करें: ऑर्डर अब भी है, और पर्याप्त टोकन बचे हों तो हम उन्हें फिर आपके लिए ले लेंगे।",
      "यदि आपने भुगतान नहीं किया है, तो कुछ करने की ज़रूरत नहीं।",
    ],
    button: { label: "भुगतान जमा करें", path: `/user/payment?purchaseId=${orderNumber}` },
  }),
  orderReversed: ({ orderNumber, reason }) => ({
    subject: `${orderNumber} की स्वीकृति वापस ली गई`,
    paragraphs: [
      `${orderNumber} के टोकन अब आपको आवंटित नहीं हैं।`,
      `कारण: ${reason}`,
      "यदि आपको लगता है कि यह भूल है, तो कृपया हमें लिखें।",
    ],
    button: { label: "अपने ऑर्डर देखें", path: "/user/payment-history?status=REVERSED" },
  }),
  rewardEarned: ({ quantity, token, memberId }) => ({
    subject: `आपने ${quantity} ${token} कमाए`,
    paragraphs: [`${memberId}, जिन्हें आपने बुलाया था, ने टोकन ख़रीदे: ${quantity} ${token} आपका इनाम है।`],
    button: { label: "अपना स्टॉक देखें", path: "/user/dashboard?stock=myStock" },
  }),
  rewardReversed: ({ quantity, token, memberId }) => ({
    subject: `${quantity} ${token} का इनाम वापस लिया गया`,
    paragraphs: [`${memberId} की ख़रीद वापस ली गई, और उसके साथ उसका इनाम भी।`],
    button: { label: "अपना स्टॉक देखें", path: "/user/dashboard?stock=myStock" },
  }),
  orderWaiting: ({ orderNumber, total, member, method }) => ({
    subject: `${orderNumber} आपके निर्णय की प्रतीक्षा में है`,
    paragraphs: [`${member} ने ${total} का ${method} भुगतान जमा किया।`],
    button: { label: "अनुरोध खोलें", path: "/admin/purchaserequest" },
  }),
  beneficiaryChanged: ({ account, change, by }, { name }) => ({
    subject: `${name} के भुगतान विवरण बदले गए`,
    paragraphs: [
      `${by}: ${change} ${account}।`,
      "यदि आपकी कंपनी में किसी ने यह नहीं किया, तो उस एडमिन को तुरंत रोकें: सदस्य इन्हीं पर भुगतान करते हैं।",
    ],
    button: { label: "विवरण जाँचें", path: "/admin/beneficiary" },
  }),
};

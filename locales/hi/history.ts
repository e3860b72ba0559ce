import type { Words } from "../en/common";
import type { history as english } from "../en/history";

export const history: Words<typeof english> = {
  title: "भुगतान इतिहास",
  showAll: "सभी भुगतान दिखाएँ",
  open: {
    title: "आपका एक ऑर्डर खुला है",
    text: "आपने {{total}} में {{quantity}} {{symbol}} का ऑर्डर दिया है। भुगतान का समय:",
    over: "समाप्त!",
    until: "{{time}} तक",
    continue: "भुगतान जारी रखें",
  },
  paid: "मैंने भुगतान कर दिया है",
  unpaid: {
    title: "बिना भुगतान के ऑर्डर",
    text: "किसी के पैसे भेज चुके हैं? प्रमाण दें।",
  },
  method: "तरीका",
  total: "कुल राशि",
  receipt: "रसीद",
  view: "देखें",
  viewOf: "{{id}} की रसीद देखें",
  submitAgain: "फिर भेजें",
  waiting: {
    title: "मंज़ूरी की प्रतीक्षा",
    text: "एडमिन आपके भुगतान को खाते में आए पैसों से मिलाते हैं। निर्णय होते ही हम ईमेल भेजेंगे, और यह पेज अपने आप बदल जाएगा।",
    since: "{{when}} को भेजा",
    again: "ताज़ा करें",
  },
  kept: {
    title: "दर्ज है, अभी आवंटित नहीं",
    text: "इन भुगतानों का विवरण हमारे पास है। हर एक का निपटारा होगा: टोकन से, या पैसे लौटाकर।",
    facts: "{{total}}, {{method}} से, {{at}} को प्राप्त",
  },
  decided: {
    APPROVED_one: "{{order}} मंज़ूर हुआ: {{quantity}} {{symbol}} अब आपका है।",
    APPROVED_other: "{{order}} मंज़ूर हुआ: {{quantity}} {{symbol}} अब आपके हैं।",
    REJECTED: "{{order}} नामंज़ूर हुआ।",
    REVERSED: "{{order}} की मंज़ूरी वापस ली गई।",
  },
  decidedOf: "{{id}} पर निर्णय",
  methods: { BANK: "बैंक", UPI: "UPI", MANUAL: "मैनुअल", CRYPTO: "क्रिप्टो" },
};

import type { Words } from "../en/common";
import type { bulk as english } from "../en/bulk";

export const bulk: Words<typeof english> = {
  approved_one: "{{count}} खरीद मंज़ूर होगी",
  approved_other: "{{count}} खरीद मंज़ूर होंगी",
  rejected_one: "{{count}} खरीद नामंज़ूर होगी",
  rejected_other: "{{count}} खरीद नामंज़ूर होंगी",
  flagged_one: "ध्यान से जाँचने वाली {{count}} खरीद कारण लिखे बिना छोड़ दी जाएगी",
  flagged_other: "ध्यान से जाँचने वाली {{count}} खरीद कारण लिखे बिना छोड़ दी जाएँगी",
  flaggedHint: "लिखें कि चेतावनी के बाद भी यह सही क्यों है। गतिविधि में यह कारण रहेगा।",
  reason: "यह सही क्यों है",
  reasonFor: "{{order}} सही क्यों है",
  refused_one: "{{count}} खरीद छोड़ दी गई है",
  refused_other: "{{count}} खरीद छोड़ दी गई हैं",
  singly: "इस पर अलग से निर्णय लें",
  take: "{{order}} को शामिल करें",
  second_one: "इनमें से {{count}} के लिए दूसरे एडमिन चाहिए: वह उनके लिए रुकेगी।",
  second_other: "इनमें से {{count}} के लिए दूसरे एडमिन चाहिए: वे उनके लिए रुकेंगी।",
};

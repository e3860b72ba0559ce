import type { Words } from "../../en/common";
import type { decisions as english } from "../../en/server/decisions";

export const decisions: Words<typeof english> = {
  approved: "खरीद मंज़ूर हो गई",
  rejected: "खरीद नामंज़ूर हो गई",
  reversed: "खरीद वापस ले ली गई। उसका भुगतान अब अनावंटित है: पैसा लौटाएँ, या लिखें कि वह नहीं मिला।",
  reasons: {
    notReceived: "यह भुगतान हमारे खाते में नहीं आया है।",
    differs: "हमें मिली राशि आपके ऑर्डर की कुल राशि से अलग है।",
    reference: "रेफ़रेंस नंबर इस भुगतान का नहीं है।",
    proof: "प्रमाण पढ़ा नहीं जा सकता, या किसी दूसरे भुगतान का है।",
    twice: "यह भुगतान पहले ही किसी दूसरे ऑर्डर में गिना जा चुका है।",
    account: "पैसा किसी दूसरे व्यक्ति के नाम के खाते से आया है।",
  },
  undone: "{{order}} फिर रुका है; सदस्य को नहीं बताया गया",
  changed: {
    method: "तरीका {{before}} नहीं, {{after}} है",
    reference: "रेफ़रेंस नंबर {{before}} नहीं, {{after}} है",
    paidAmount: "लिखी गई राशि {{before}} नहीं, {{after}} है",
    account: "भुगतान {{before}} पर नहीं, {{after}} पर हुआ",
    proof: {
      added: "प्रमाण जोड़ा गया",
      removed: "अब कोई प्रमाण नहीं है",
      replaced: "प्रमाण की फ़ाइल दूसरी है",
    },
    none: "कुछ नहीं",
    nothing: "विवरण वही हैं",
    unknown: "पिछला विवरण अब मालूम नहीं",
  },
  submitted: "भेजा गया",
  decidedAt: "निर्णय",
};

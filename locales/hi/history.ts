import type { Words } from "../en/common";
import type { history as english } from "../en/history";

export const history: Words<typeof english> = {
  title: "भुगतान इतिहास",
  showAll: "सभी भुगतान दिखाएँ",
  open: {
    continue: "भुगतान जारी रखें",
  },
  paid: "मैंने भुगतान कर दिया है",
  method: "तरीका",
  total: "कुल राशि",
  receipt: "रसीद",
  view: "देखें",
  viewOf: "{{id}} की रसीद देखें",
  submitAgain: "फिर भेजें",
  methods: { BANK: "बैंक", UPI: "UPI", MANUAL: "मैनुअल", CRYPTO: "क्रिप्टो" },
};

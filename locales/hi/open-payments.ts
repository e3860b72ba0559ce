import type { Words } from "../en/common";
import type { openPayments as english } from "../en/open-payments";

export const openPayments: Words<typeof english> = {
  columns: {
    member: "सदस्य",
    memberId: "सदस्य आईडी",
    order: "ऑर्डर",
    tokens: "मात्रा",
    method: "भुगतान",
    reference: "UTR",
    open: "बाकी",
    entered: "भरी गई राशि",
    reason: "कारण",
    since: "कब से",
  },
  total_one: "{{shown}} भुगतान",
  total_other: "{{shown}} भुगतान",
  sum: "{{sum}} बाकी",
};

import type { Words } from "../../en/common";
import type { unallocatedPayments as english } from "../../en/admin/unallocated-payments";

export const unallocatedPayments: Words<typeof english> = {
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

import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ExportCursor } from "@server/contracts/exports";
import { adminApi } from "~/lib/callers";
import { csvDownload } from "~/lib/csv-download.server";
import { listQuery } from "~/lib/list-query";
import { notFound, orRefuse } from "~/lib/refusals";
import { createTranslator } from "~/locales/translator";
import { filtersOf } from "../admin.activity/asked-filters";
import { purchaseAddress } from "../admin.purchaserequest/purchase-address";
import { peopleAddress } from "../admin.usermanage/people-address";
import { accountColumns, activityColumns, memberColumns, purchaseColumns } from "./columns";

const from = (after: ExportCursor | undefined) => (after ? { after } : {});

/** A table of the desk as a file, for the same address as the table's own. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { t } = createTranslator(context.language);
  switch (params["table"]) {
    case "purchases": {
      const { list, isHistory } = purchaseAddress(request);
      const { page: _page, limit: _limit, ...wanted } = list;
      return csvDownload(
        isHistory ? "purchase-history" : "purchases",
        purchaseColumns(t),
        (after) => orRefuse(context, api.exports.orders({ ...wanted, ...from(after) })),
      );
    }
    case "members": {
      const { wanted } = peopleAddress(request);
      return csvDownload("users", memberColumns(t), (after) =>
        orRefuse(context, api.exports.members({ ...wanted, ...from(after) })),
      );
    }
    case "activity": {
      const wanted = { search: listQuery(request).search, ...filtersOf(request) };
      return csvDownload("activity", activityColumns(t), (after) =>
        orRefuse(context, api.exports.activity({ ...wanted, ...from(after) })),
      );
    }
    case "beneficiaries":
      // A company has few accounts: they are one piece.
      return csvDownload("beneficiaries", accountColumns(t), async () => {
        const { records } = await orRefuse(context, api.beneficiaries.list({ limit: 100 }));
        return { records, next: null };
      });
    default:
      throw notFound(context);
  }
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import type { TFunction } from "i18next";
import type { StatementLine } from "@server/office/contracts/programme";
import { rupeesCell } from "@server/platform/rules/cells";
import {
  dateInIndia,
  financialYearName,
  financialYearOf,
} from "@server/platform/rules/dates/dates";
import { areaOf } from "~/lib/areas";
import { adminApi, investorApi } from "~/lib/callers";
import {
  type CsvColumn,
  downloadList,
  orStepUp,
  withRupees,
} from "~/lib/lists/csv-download.server";
import { orRefuse } from "~/lib/messages/refusals";

const columns = (t: TFunction): CsvColumn<StatementLine>[] => [
  { label: t("receipt:statement.day"), cell: ({ day }) => day },
  {
    label: t("receipt:statement.kind"),
    cell: ({ isTakenBack, count }) =>
      t(isTakenBack ? "receipt:statement.takenBack" : "receipt:statement.rewards", { count }),
  },
  { label: t("receipt:quantity"), cell: ({ tokens }) => tokens },
  {
    label: withRupees(t, t("receipt:statement.value")),
    cell: ({ valuePaise }) => rupeesCell(valuePaise),
  },
];

/**
 * The statement of a financial year, `?year=2026`, as a PDF or with `as=csv` as a table: the member's
 * own, or for an admin that of the member whom `member` names.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const read = await reader({ request, context });
  const asked = new URL(request.url).searchParams;
  const year = Number(asked.get("year") ?? financialYearOf(dateInIndia(new Date())));
  if (asked.get("as") !== "csv") {
    const { files } = context.caller;
    const statement = await orRefuse(context, orStepUp(request, read(year)));
    return orRefuse(context, files.printStatement(statement, areaOf(request).name));
  }
  const name = `rewards-${financialYearName(year)}`;
  return downloadList({ request, context }, name, columns, async () => {
    const { lines } = await read(year);
    return { records: lines, next: null };
  });
}

async function reader({ request, context }: Pick<LoaderFunctionArgs, "request" | "context">) {
  if (areaOf(request).name === "user") {
    const api = await investorApi(context);
    return (year: number) => api.programme.ownStatement({ year });
  }
  const api = await adminApi(context);
  const memberId = new URL(request.url).searchParams.get("member") ?? "";
  return (year: number) => api.programme.statement({ memberId, year });
}

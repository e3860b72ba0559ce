import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { LineSort } from "@db/vocabulary";
import type { LineView } from "@server/orders/contracts/statements";
import { formatRupees } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { MissingBadge } from "~/components/data/badge";
import { type Column, DataTable } from "~/components/lists/data-table";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { searchWith } from "~/lib/lists/list-query";
import { purchasePath } from "~/lib/paths";
import { useSortedHead } from "~/components/lists/sorted-head";
import { useMay } from "~/lib/use-may";
import { EntryText } from "./match-details";
import { AddressedDialog } from "~/components/dialog/dialog";
import { ReasonedCorrection } from "~/components/purchases/correct/correction";

/** The texts of the columns' heads. */
const HEADS = {
  booked: "date",
  amount: "amount",
  order: "order",
  settledBy: "by",
  settled: "at",
} as const satisfies Record<LineSort, string>;

/** Entries that pay an order, or belong to none. */
export function SettledEntries({
  status,
  lines,
  sorting,
}: {
  status: "MATCHED" | "SET_ASIDE";
  lines: readonly LineView[];
  sorting: { sort: LineSort; isDescending: boolean; isSorted: boolean };
}) {
  const { t } = useTranslation(["statements", "corrections"]);
  const dates = useDates();
  const isMatched = status === "MATCHED";
  const mayAct = useMay()(isMatched ? "statements.unlink" : "statements.reopen");
  const [params] = useSearchParams();
  const named = mayAct ? params.get("unlink") : null;
  const linked = isMatched && lines.find(({ id }) => id === named);
  const headOf = useSortedHead({ ...sorting, firstDescending: ["booked", "amount", "settled"] });
  const headed = (by: LineSort) => headOf([t(`entries.${HEADS[by]}`), by]);
  const order: Column<LineView> = {
    ...headed("order"),
    cell: ({ orderNumber, orderStatus, missingPaise }) => {
      const to = orderNumber && orderStatus && purchasePath(orderNumber, orderStatus);
      return (
        to && (
          <span className="badges">
            <Link className="link-out mono" to={to}>
              {orderNumber}
            </Link>
            <MissingBadge paise={missingPaise} />
          </span>
        )
      );
    },
    isShort: true,
  };
  const note: Column<LineView> = {
    label: t("entries.note"),
    place: "more",
    cell: (line) => <span className="break-words">{line.note}</span>,
    isWide: true,
  };
  const act: Column<LineView> = {
    label: t("entries.action"),
    place: "act",
    cell: ({ id, amountPaise }) =>
      isMatched ? (
        <Link
          className="button button-quiet button-small"
          to={searchWith(params, { unlink: id })}
          preventScrollReset
          aria-label={t("entries.unlinkOne", { amount: formatRupees(amountPaise) })}
        >
          {t("corrections:title")}
        </Link>
      ) : (
        <ButtonForm intent={`reopen ${id}`} hidden={{ lineId: id }}>
          <SubmitButton
            tone="quiet"
            className="button-small"
            aria-label={t("entries.reopenOne", { amount: formatRupees(amountPaise) })}
          >
            {t("entries.reopen")}
          </SubmitButton>
        </ButtonForm>
      ),
    isAction: true,
  };
  const columns: Column<LineView>[] = [
    {
      ...headed("booked"),
      place: "title",
      cell: ({ bookedOn }) => dates.day(bookedOn),
      isShort: true,
    },
    {
      ...headed("amount"),
      place: "figure",
      cell: ({ amountPaise }) => formatRupees(amountPaise),
      isNumber: true,
    },
    {
      label: t("entries.entry"),
      place: "more",
      cell: (line) => <EntryText line={line} />,
      isWide: true,
    },
    isMatched ? order : note,
    { ...headed("settledBy"), place: "detail", cell: ({ settled }) => settled?.by },
    {
      ...headed("settled"),
      cell: ({ settled }) => settled?.at && dates.short(settled.at),
      isShort: true,
    },
    ...(mayAct ? [act] : []),
  ];
  return (
    <>
      <DataTable
        title={t(`entries.groups.${status}`)}
        isTitleHidden
        columns={columns}
        rows={lines}
      />
      {linked && (
        <UnlinkDialog
          key={linked.id}
          line={linked}
          closeTo={searchWith(params, { unlink: null })}
        />
      )}
    </>
  );
}

/** Offers what can be corrected about an entry that pays an order. */
function UnlinkDialog({ line, closeTo }: { line: LineView; closeTo: string }) {
  const dates = useDates();
  const { t } = useTranslation("corrections");
  return (
    <AddressedDialog title={t("titleOf", { order: line.orderNumber })} closeTo={closeTo}>
      <ReasonedCorrection
        act="unlink"
        about={`${dates.day(line.bookedOn)} ${formatRupees(line.amountPaise)}`}
        contract="unlink"
        intent={`unlink ${line.id}`}
        hidden={{ lineId: line.id }}
        closeTo={closeTo}
        isOpen
      />
    </AddressedDialog>
  );
}

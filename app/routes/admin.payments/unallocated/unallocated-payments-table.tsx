import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { PaymentSort } from "@db/vocabulary";
import type { UnallocatedPayment } from "@server/orders/contracts/payments";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { type Column, DataTable } from "~/components/lists/data-table";
import { useDates } from "~/components/data/use-dates";
import { MissingBadge } from "~/components/data/badge";
import { FlagBadges } from "~/components/data/flag-badges";
import { useSortedHead } from "~/components/lists/sorted-head";
import { memberPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { SETTLEMENTS } from "./payment-list-address";
import { usePossible } from "./settle-dialog";
import type { loadUnallocated } from "./unallocated.server";
import { useMethodName } from "~/lib/orders/use-method-name";

/** Sums and times are first asked for with the largest or newest at the top. */
const FIRST_DESCENDING: readonly PaymentSort[] = ["since", "tokens", "open", "entered"];

interface Props {
  linkTo: (change: Record<string, string | null>) => string;
  empty: string;
}

/** The payments to settle, each with its possible settlements. */
export function UnallocatedPaymentsTable({ linkTo, empty }: Props) {
  const { payments, sort, isDescending, isSorted } = useLoaderData<typeof loadUnallocated>();
  const { t } = useTranslation(["unallocated", "unallocated-payments", "purchases", "corrections"]);
  const methodName = useMethodName();
  const dates = useDates();
  const maySettle = useMay()("payments.refund");
  const possible = usePossible();
  const headOf = useSortedHead({
    sort,
    isDescending,
    isSorted,
    firstDescending: FIRST_DESCENDING,
  });
  const headed = (...names: PaymentSort[]) =>
    headOf(
      ...names.map((name): [string, PaymentSort] => [
        t(`unallocated-payments:columns.${name}`),
        name,
      ]),
    );
  const reason = ({ because, unneeded }: UnallocatedPayment) =>
    unneeded !== null
      ? t(`unneeded.${unneeded}`)
      : t([`because.${because}`, "because.SUPPLY_GONE"] as never);
  const columns: Column<UnallocatedPayment>[] = [
    {
      ...headed("member", "memberId"),
      place: "title",
      cell: ({ member }) => (
        <>
          <Link className="cell-link" to={memberPath(member.id)}>
            {member.name}
          </Link>
          {`\n${member.referralCode}`}
        </>
      ),
    },
    {
      ...headed("order", "tokens"),
      isShort: true,
      cell: ({ orderNumber, orderQuantity, missingPaise, prices }) => (
        <>
          {orderNumber}
          <MissingBadge paise={missingPaise} />
          {prices && <FlagBadges flags={["QUOTE_ENDED"]} />}
          {`\n${t("tokens", { count: orderQuantity, quantity: formatQuantity(orderQuantity) })}`}
        </>
      ),
    },
    {
      ...headed("method", "reference"),
      isWide: true,
      cell: ({ method, reference, sameReference }) =>
        [
          methodName(method),
          reference,
          sameReference.length > 0 && t("sameReference", { orders: sameReference.join(", ") }),
        ]
          .filter(Boolean)
          .join("\n"),
    },
    {
      ...headed("open", "entered"),
      place: "figure",
      isNumber: true,
      cell: ({ openPaise, paidAmountPaise }) =>
        paidAmountPaise === null || paidAmountPaise === openPaise
          ? formatRupees(openPaise)
          : `${formatRupees(openPaise)}\n${t("reported", { amount: formatRupees(paidAmountPaise) })}`,
    },
    { ...headed("reason"), cell: reason },
    {
      ...headed("since"),
      isShort: true,
      cell: ({ at }) => dates.short(at),
    },
    {
      label: t("columns.proof"),
      cell: ({ proof, orderNumber }) =>
        proof && (
          <a
            className="link-out"
            href={proof.url}
            target="_blank"
            rel="noreferrer"
            aria-label={t("viewProof", { order: orderNumber })}
          >
            {t("purchases:view")}
          </a>
        ),
    },
    {
      label: t("columns.action"),
      isAction: true,
      place: "act",
      cell: (payment) =>
        maySettle && (
          <span className="row-actions lg:justify-start lg:*:grow-0">
            {SETTLEMENTS.map(
              (act) =>
                possible(payment)[act] && (
                  <Link
                    key={act}
                    className={`button button-small ${act === "allocate" ? "" : "button-quiet"}`}
                    to={linkTo({ [act]: payment.id })}
                    preventScrollReset
                  >
                    {act === "allocate" ? t("allocate") : t(`corrections:${act}.name`)}
                  </Link>
                ),
            )}
            {payment.paysOrder && (
              <Link
                className="button button-quiet button-small"
                to={linkTo({
                  step: "apply",
                  [payment.kind === "CLAIM" ? "claim" : "credit"]: payment.id,
                })}
              >
                {t("order")}
              </Link>
            )}
          </span>
        ),
    },
  ];
  return (
    <DataTable title={t("title")} isTitleHidden columns={columns} rows={payments} empty={empty} />
  );
}

import { useTranslation } from "react-i18next";
import type { LineCandidate, LineView } from "@server/orders/contracts/statements";
import { formatRupees } from "@server/platform/rules/money/format";
import { type Column, DataTable } from "~/components/lists/data-table";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { useMay } from "~/lib/use-may";
import { EntryCards } from "./entry-card";
import { CandidateOrder, EntryText } from "./match-details";

interface Props {
  lines: readonly LineView[];
  result: unknown;
  idempotencyKey: string;
}

interface Row {
  line: LineView;
  order: LineCandidate;
}

/** Entries that match for certain: approved together, but those that need a decision of their own. */
export function CertainEntries({ lines, ...forms }: Props) {
  const { t } = useTranslation("statements");
  const rows = lines.flatMap((line): Row[] => {
    const [order] = line.candidates;
    return order ? [{ line, order }] : [];
  });
  const isApart = ({ order }: Row) => order.needsOwnDecision || order.waiting !== null;
  const together = rows.filter((row) => !isApart(row));
  const apart = rows.filter(isApart).map(({ line }) => line);
  return (
    <>
      {together.length > 0 && <Together rows={together} {...forms} />}
      {apart.length > 0 && (
        <>
          <p className="note note-warning">{t("entries.ownDecision")}</p>
          <EntryCards lines={apart} {...forms} />
        </>
      )}
    </>
  );
}

function Together({
  rows,
  result,
  idempotencyKey,
}: { rows: readonly Row[] } & Omit<Props, "lines">) {
  const { t } = useTranslation("statements");
  const mayApprove = useMay()("statements.approveCertain");
  const tick: Column<Row> = {
    label: t("entries.selectColumn"),
    place: "tick",
    head: <span className="sr-only">{t("entries.selectColumn")}</span>,
    cell: ({ line, order }) => (
      <input
        type="checkbox"
        className="tick"
        name="lines"
        value={`${line.id} ${order.orderId} ${order.version}`}
        defaultChecked
        aria-label={t("entries.select", { order: order.orderNumber })}
      />
    ),
    isShort: true,
  };
  const columns: Column<Row>[] = [
    ...(mayApprove ? [tick] : []),
    { label: t("entries.date"), place: "detail", cell: ({ line }) => line.bookedOn, isShort: true },
    {
      label: t("entries.amount"),
      place: "figure",
      cell: ({ line }) => formatRupees(line.amountPaise),
      isNumber: true,
    },
    {
      label: t("entries.entry"),
      place: "more",
      cell: ({ line }) => <EntryText line={line} />,
      isWide: true,
    },
    {
      label: t("entries.order"),
      place: "title",
      cell: ({ order }) => <CandidateOrder candidate={order} />,
    },
    {
      label: t("entries.why"),
      place: "more",
      // Many rows at one look: nothing speaks against any of them.
      cell: ({ order }) => (
        <span>{order.evidence.map((one) => t(`evidence.${one}`)).join(" · ")}</span>
      ),
      isWide: true,
    },
  ];
  return (
    <PostForm
      // Another list has other boxes.
      key={idempotencyKey}
      contract="approveCertain"
      result={result}
      intent="approveCertain"
      className="grid gap-4"
    >
      <IdempotencyKey value={idempotencyKey} />
      <DataTable
        title={t("entries.groups.CERTAIN")}
        isTitleHidden
        columns={columns}
        rows={rows}
        keyOf={({ line }) => line.id}
      />
      {mayApprove && (
        <SubmitButton pending={t("entries.approving")} className="justify-self-start">
          {t("entries.approveTicked")}
        </SubmitButton>
      )}
    </PostForm>
  );
}

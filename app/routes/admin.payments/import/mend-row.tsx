import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { MAX_NARRATION, type UnreadRow } from "@server/payments/rules/statements/row";
import { AmountField } from "~/components/form/amount-field";
import { Field, Select, TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { mendPath, statementPath } from "~/lib/paths";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type Column, DataTable } from "~/components/lists/data-table";

/** The texts and long numbers of a row's cells, without its days and sums. */
const wordsOf = (text: string): string =>
  text
    .split(" · ")
    .filter((cell) => /\p{L}{2}|\d{9}/u.test(cell))
    .join(" · ");

/** Asks what a row is that could not be read. The sum is typed, and not guessed. */
export function MendRow({
  fileId,
  row: { row, fault, text, bookedOn, byBalancePaise },
}: {
  fileId: string;
  row: UnreadRow;
}) {
  const { t } = useTranslation("statements");
  const hint =
    byBalancePaise === null
      ? undefined
      : t(byBalancePaise > 0 ? "mend.cameIn" : "mend.wentOut", {
          sum: formatRupees(Math.abs(byBalancePaise)),
        });
  return (
    <section className="card grid gap-3 p-4 md:p-6">
      <h2>{t("mend.title", { row })}</h2>
      <p className="break-all">{text}</p>
      <p className="hint">{t(`unread.${fault}`)}</p>
      <PostForm
        contract="mend"
        intent="mend"
        className="grid max-w-3xl gap-4 sm:grid-cols-2"
        hidden={{ fileId, row }}
      >
        <Field
          name="bookedOn"
          type="date"
          label={t("columns.bookedOn")}
          defaultValue={bookedOn ?? ""}
        />
        <Select
          name="side"
          label={t("mend.side")}
          options={[
            { value: "CREDIT", label: t("mend.CREDIT") },
            { value: "DEBIT", label: t("mend.DEBIT") },
          ]}
          defaultValue={byBalancePaise !== null && byBalancePaise < 0 ? "DEBIT" : "CREDIT"}
        />
        <AmountField name="amount" label={t("mend.sum")} {...(hint !== undefined && { hint })} />
        <div className="sm:col-span-2">
          <TextArea
            name="narration"
            label={t("columns.narration")}
            hint={t("mend.textHint")}
            maxLength={MAX_NARRATION}
            rows={3}
            defaultValue={wordsOf(text)}
          />
        </div>
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <SubmitButton pending={t("choose.sending")}>{t("mend.save")}</SubmitButton>
          <Link className="button button-quiet" to={statementPath(fileId)}>
            {t("common:cancel")}
          </Link>
        </div>
      </PostForm>
    </section>
  );
}

type Unread = Pick<UnreadRow, "row" | "fault" | "text">;

/** Rows that are left out, each with its reason; before the import, with a link to mend it. */
export function UnreadRows({
  unread,
  count,
  fileId,
}: {
  unread: readonly Unread[];
  /** The number of all; the first of them are listed. */
  count: number;
  fileId?: string;
}) {
  const { t } = useTranslation("statements");
  if (unread.length === 0) return null;
  const columns: Column<Unread>[] = [
    {
      label: t("unread.row"),
      place: "figure",
      cell: ({ row }) => formatQuantity(row),
      isNumber: true,
    },
    { label: t("unread.why"), place: "title", cell: ({ fault }) => t(`unread.${fault}`) },
    {
      label: t("unread.text"),
      place: "more",
      cell: ({ text }) => <span className="break-all">{text}</span>,
      isWide: true,
    },
  ];
  if (fileId !== undefined) {
    columns.push({
      label: t("unread.action"),
      place: "act",
      cell: ({ row }) => (
        <Link className="button button-small button-quiet" to={mendPath(fileId, row)}>
          {t("unread.mend")}
          <span className="sr-only">{t("unread.mendRow", { row })}</span>
        </Link>
      ),
    });
  }
  return (
    <div className="grid gap-2">
      <p className="note note-warning">
        <TriangleAlert />
        {fileId === undefined ? t("unread.left") : t("unread.hint")}
      </p>
      <DataTable
        title={t("unread.title", { count })}
        columns={columns}
        rows={unread}
        keyOf={({ row }) => String(row)}
      />
    </div>
  );
}

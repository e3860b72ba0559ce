import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { LineCandidate, LineView } from "@server/orders/contracts/statements";
import { formatRupees } from "@server/platform/rules/money/format";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { useMay } from "~/lib/use-may";
import { Rows, RowTick } from "../bulk/rows";
import { EntryCards } from "./entry-card";
import type { loadEntries } from "./entries.server";
import { CandidateOrder, EntryText } from "./match-details";

interface Row {
  line: LineView;
  order: LineCandidate;
}

/** Entries that match for certain: approved together, but those that need a decision of their own. */
export function CertainEntries({ lines }: { lines: readonly LineView[] }) {
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
      {together.length > 0 && <Together rows={together} />}
      {apart.length > 0 && (
        <>
          <p className="note note-warning">{t("entries.ownDecision")}</p>
          <EntryCards lines={apart} />
        </>
      )}
    </>
  );
}

function Together({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation("statements");
  const { idempotencyKey } = useLoaderData<typeof loadEntries>();
  const mayApprove = useMay()("statements.approveCertain");
  return (
    <PostForm
      // Another list has other boxes.
      key={idempotencyKey}
      contract="approveCertain"
      intent="approveCertain"
      className="grid gap-4"
    >
      <IdempotencyKey />
      <Rows
        id="certain"
        title={t("entries.groups.CERTAIN")}
        rows={rows}
        keyOf={({ line }) => line.id}
      >
        {({ line, order }) => (
          <>
            {mayApprove && (
              <RowTick
                name="lines"
                value={`${line.id} ${order.orderId} ${order.version}`}
                aria-label={t("entries.select", { order: order.orderNumber })}
              />
            )}
            <span className="min-w-0 grow">
              <CandidateOrder candidate={order} />
            </span>
            <span className="min-w-0 grow">
              <EntryText line={line} />
              {/* Many rows at one look: nothing speaks against any of them. */}
              <span className="hint block">
                {[line.bookedOn, ...order.evidence.map((one) => t(`evidence.${one}`))].join(" · ")}
              </span>
            </span>
            <span className="tabular">{formatRupees(line.amountPaise)}</span>
          </>
        )}
      </Rows>
      {mayApprove && (
        <SubmitButton pending={t("entries.approving")} className="justify-self-start">
          {t("entries.approveTicked")}
        </SubmitButton>
      )}
    </PostForm>
  );
}

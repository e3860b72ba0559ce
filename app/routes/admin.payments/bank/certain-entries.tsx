import { useLoaderData } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { LineCandidate, LineView } from "@server/orders/contracts/statements";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { RowFold } from "~/components/data/row-fold";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { SelectionBar } from "~/components/lists/selection";
import { useMay } from "~/lib/use-may";
import { ComparedEntries } from "./compared-entries";
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
          <ComparedEntries lines={apart} />
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
      <ul className="card divide-y divide-line" aria-label={t("entries.groups.CERTAIN")}>
        {rows.map((row) => (
          <li key={row.line.id} className="flex items-start gap-1 ps-2 pe-4">
            {mayApprove && (
              <input
                type="checkbox"
                className="tick"
                name="lines"
                value={tickOf(row)}
                defaultChecked
                aria-label={t("entries.select", { order: row.order.orderNumber })}
              />
            )}
            <CertainEntry {...row} />
          </li>
        ))}
      </ul>
      {mayApprove && <ApproveBar rows={rows} />}
    </PostForm>
  );
}

/** The value by which a row is approved: its entry, its order, and the version that was shown. */
const tickOf = ({ line, order }: Row): string => `${line.id} ${order.orderId} ${order.version}`;

/** One line, on a phone two: nothing speaks against it. Opened, it shows the entry beside its order. */
function CertainEntry({ line, order }: Row) {
  const dates = useDates();
  const { t } = useTranslation("statements");
  const reasons = order.evidence.map((one) => t(`evidence.${one}`)).join(" · ");
  return (
    <div className="min-w-0 grow">
      <RowFold
        cells={[
          <span key="order" className="mono">
            {order.orderNumber}
          </span>,
          order.memberName,
          <span key="reasons" className="max-lg:hidden">
            {reasons}
          </span>,
          formatRupees(line.amountPaise),
        ]}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <span className="grid content-start gap-0.5">
            <EntryText line={line} />
            <span className="hint">{`${dates.day(line.bookedOn)} · ${reasons}`}</span>
          </span>
          <CandidateOrder candidate={order} />
        </div>
      </RowFold>
    </div>
  );
}

/** Approves what is ticked, and says how many and how much; without JavaScript, those of the page. */
function ApproveBar({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation(["statements", "purchases"]);
  const place = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const boxes = () => [
    ...(place.current?.closest("form")?.querySelectorAll<HTMLInputElement>(".tick") ?? []),
  ];
  useEffect(() => {
    // Boxes may be unticked before the page is live.
    const look = () => setLeft(new Set(boxes().flatMap((box) => (box.checked ? [] : box.value))));
    const form = place.current?.closest("form");
    look();
    form?.addEventListener("change", look);
    return () => form?.removeEventListener("change", look);
  }, []);
  const ticked = rows.filter((row) => !left.has(tickOf(row)));
  const sum = ticked.reduce((paise, { line }) => paise + line.amountPaise, 0);
  return (
    <div ref={place} className="contents">
      <SelectionBar
        label={t("purchases:bulk.select")}
        selectAll={t("purchases:bulk.selectPage")}
        selected={t("purchases:bulk.selected", { count: ticked.length })}
        list={rows.map(tickOf)}
        selection={{
          ids: new Set(ticked.map(tickOf)),
          toggleAll: () => {
            for (const box of boxes()) box.checked = left.size > 0;
          },
        }}
      >
        {(isNone) => (
          <SubmitButton pending={t("entries.approving")} disabled={isNone}>
            {t("entries.approveTicked", {
              number: formatQuantity(ticked.length),
              sum: formatRupees(sum),
            })}
          </SubmitButton>
        )}
      </SelectionBar>
    </div>
  );
}

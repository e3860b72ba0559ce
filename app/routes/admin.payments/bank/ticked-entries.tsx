import { useLoaderData } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { OrderFlag } from "@db/vocabulary";
import type { LineCandidate, LineView, OtherLine } from "@server/orders/contracts/statements";
import {
  type AnsweredEntry,
  answerOf,
  type EntryAnswer,
} from "@server/orders/rules/answer-of-entry";
import { formatQuantity, formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { SelectionBar } from "~/components/lists/selection";
import { FlaggedReason } from "~/components/purchases/decide/flagged-reason";
import { useIsLive } from "~/lib/orders/use-is-live";
import { useMay } from "~/lib/use-may";
import type { loadEntries } from "./entries.server";

/** An entry that gives an answer which several may be given together. */
export type AnsweredRow = AnsweredEntry<LineCandidate> & { line: LineView };

/** Splits entries by the answer that they give; the others need a decision of their own. */
export function byAnswer(lines: readonly LineView[]) {
  const rows: Partial<Record<EntryAnswer, AnsweredRow[]>> = {};
  const apart: LineView[] = [];
  for (const line of lines) {
    const found = answerOf(line);
    if (found?.order.waiting === null) (rows[found.answer] ??= []).push({ line, ...found });
    else apart.push(line);
  }
  return { rows, apart };
}

/** Tells whether rows are decided unless their tick is taken away; others are looked at first, each alone. */
const startsTicked = (answer: EntryAnswer) => answer === "CERTAIN";

/**
 * Rows of entries with one answer, with ticks; the bar at their foot decides on those that are ticked, with
 * a reason for the one flag that all of them have.
 */
export function TickedEntries({
  answer,
  flag,
  rows = [],
  children,
}: {
  answer: EntryAnswer;
  flag?: OrderFlag;
  rows: readonly AnsweredRow[] | undefined;
  children: (row: AnsweredRow) => ReactNode;
}) {
  const { t } = useTranslation(["statements", "purchases"]);
  const { idempotencyKey } = useLoaderData<typeof loadEntries>();
  const mayDecide = useMay()("statements.decideMany");
  const form = useId();
  if (rows.length === 0) return null;
  const label = flag ? t(`purchases:flags.${flag}`) : t(`entries.answers.${answer}`);
  const sent = {
    id: form,
    intent: `decideMany ${flag ?? answer}`,
    className: "contents",
    hidden: { answer, flag },
    children: (
      <>
        <IdempotencyKey />
        <DecideBar answer={answer} label={label} rows={rows} />
      </>
    ),
  };
  return (
    // Another list has other boxes.
    <div key={idempotencyKey} className="ticked grid gap-4">
      <ul className="card divide-y divide-line" aria-label={label}>
        {rows.map((row) => (
          <li key={row.line.id} className="flex items-start gap-1 ps-2">
            {mayDecide && (
              <input
                type="checkbox"
                className="tick shrink-0"
                form={form}
                name="lines"
                value={tickOf(row)}
                defaultChecked={startsTicked(answer)}
                aria-label={t("entries.select", { order: row.order.orderNumber })}
              />
            )}
            <div className="min-w-0 grow">{children(row)}</div>
          </li>
        ))}
      </ul>
      {mayDecide &&
        (flag ? <PostForm contract="decideFlagged" {...sent} /> : <ButtonForm {...sent} />)}
    </div>
  );
}

/** The value by which a row is decided: its entry, its order, the shown version, and another sum of the bank. */
const tickOf = ({ line, answer, order, bankPaise }: OtherLine): string =>
  [
    line.id,
    order.orderId,
    order.version,
    ...(answer === "REST" || answer === "SURPLUS" ? [rupeesText(bankPaise)] : []),
  ].join(" ");

/** The sum of what came, and of what it is too much or too little. */
const sumsOf = (rows: readonly OtherLine[]) => ({
  sum: formatRupees(rows.reduce((paise, { bankPaise }) => paise + bankPaise, 0)),
  rest: formatRupees(
    Math.abs(rows.reduce((paise, { bankPaise, order }) => paise + bankPaise - order.totalPaise, 0)),
  ),
});

/**
 * Decides on what is ticked, and says how many and how much. One tick more takes those of the other pages,
 * but where each row is looked at.
 */
function DecideBar({
  answer,
  label,
  rows,
}: {
  answer: EntryAnswer;
  label: string;
  rows: readonly AnsweredRow[];
}) {
  const { t } = useTranslation(["statements", "purchases"]);
  const place = useRef<HTMLDivElement>(null);
  const [ids, setIds] = useState<ReadonlySet<string>>(
    new Set(startsTicked(answer) ? rows.map(tickOf) : []),
  );
  const isLive = useIsLive();
  const isHeld = useHold();
  const { others, otherCounts } = useLoaderData<typeof loadEntries>();
  const elsewhere = others.filter((one) => startsTicked(answer) && one.answer === answer);
  const total = otherCounts[answer] ?? 0;
  const ofElsewhere = elsewhere.map(tickOf).join(",");
  const hasElsewhere = ids.has(ofElsewhere);
  useEffect(() => {
    const list = place.current?.closest(".ticked");
    // Boxes may be changed before the page is live.
    const look = () => setIds(tickedIn(boxesOf(place.current)));
    look();
    list?.addEventListener("change", look);
    return () => list?.removeEventListener("change", look);
  }, []);
  const ticked = [
    ...rows.filter((row) => ids.has(tickOf(row))),
    ...(hasElsewhere ? elsewhere : []),
  ];
  return (
    <div ref={place} className="contents">
      <SelectionBar
        label={label}
        selectAll={t("purchases:bulk.selectPage")}
        selected={t("purchases:bulk.selected", { count: ticked.length })}
        list={rows.map(tickOf)}
        selection={{
          ids,
          toggleAll: () => {
            const boxes = boxesOf(place.current);
            const isAll = rows.every((row) => ids.has(tickOf(row)));
            for (const box of boxes) if (box.value !== ofElsewhere) box.checked = !isAll;
            setIds(tickedIn(boxes));
          },
        }}
      >
        {() => (
          <>
            {elsewhere.length > 0 && (
              <label className="checkbox">
                <input type="checkbox" className="elsewhere" name="lines" value={ofElsewhere} />
                <span>
                  {t(total > elsewhere.length ? "entries.elsewherePart" : "entries.elsewhere", {
                    number: formatQuantity(elsewhere.length),
                    total: formatQuantity(total),
                    sum: sumsOf(elsewhere).sum,
                  })}
                </span>
              </label>
            )}
            {answer === "FLAGGED" && <FlaggedReason />}
            <SubmitButton
              pending={t("entries.approving")}
              disabled={isHeld || (ticked.length === 0 && isLive)}
            >
              {t(`entries.bar.${answer}`, {
                number: formatQuantity(ticked.length),
                ...sumsOf(ticked),
              })}
            </SubmitButton>
          </>
        )}
      </SelectionBar>
    </div>
  );
}

const boxesOf = (place: HTMLElement | null) => [
  ...(place?.closest(".ticked")?.querySelectorAll<HTMLInputElement>(".tick, .elsewhere") ?? []),
];

const tickedIn = (boxes: readonly HTMLInputElement[]): ReadonlySet<string> =>
  new Set(boxes.flatMap((box) => (box.checked ? box.value : [])));

const LOOK_MS = 2000;

/** Holds a button until the rows that came in the place of decided ones could be seen. */
function useHold(): boolean {
  const { undo } = useLoaderData<{ undo: { many: object | null } }>();
  const isLive = useIsLive();
  const [isHeld, setIsHeld] = useState(isLive && undo.many !== null);
  useEffect(() => {
    const timer = setTimeout(() => setIsHeld(false), LOOK_MS);
    return () => clearTimeout(timer);
  }, []);
  return isHeld;
}

import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { UndoableBulk } from "~/components/purchases/decide/decide.server";
import { UndoStrip } from "~/components/purchases/decide/undo-strip";

interface Props<One> {
  outcomes: readonly One[];
  /** The decisions that can be undone; null for none. */
  undo: UndoableBulk | null;
  words: {
    label: string;
    done: (done: readonly One[]) => string;
    refused: (count: number) => string;
  };
  children: (one: One) => ReactNode;
}

/** The result of each of several decisions, undecided ones first. */
export function Outcomes<One extends { orderId: string; refusal: string | null }>({
  outcomes,
  undo,
  words,
  children,
}: Props<One>) {
  const done = outcomes.filter(({ refusal }) => refusal === null);
  const refused = outcomes.filter(({ refusal }) => refusal !== null);
  return (
    <>
      <div role="status" className="grid gap-3">
        {done.length > 0 && (
          <p className="note note-success">
            <CircleCheck />
            {words.done(done)}
          </p>
        )}
        {refused.length > 0 && (
          <p className="note note-danger">
            <CircleAlert />
            {words.refused(refused.length)}
          </p>
        )}
      </div>
      {undo && <UndoBulk {...undo} />}
      <ul className="bulk-rows" aria-label={words.label}>
        {[...refused, ...done].map((one, at) => (
          <li key={at}>{children(one)}</li>
        ))}
      </ul>
    </>
  );
}

/** Offers to undo the decisions until the first of them is told. */
function UndoBulk({ decisions, seconds, idempotencyKey }: UndoableBulk) {
  const { t } = useTranslation("bulk");
  return (
    <UndoStrip
      intent="undoMany"
      seconds={seconds}
      idempotencyKey={idempotencyKey}
      text={t("undoable", { count: decisions.length, seconds })}
    >
      {decisions.map(({ orderId, decidedAt }, at) => (
        <Fragment key={orderId}>
          <input type="hidden" name={`decisions[${at}].orderId`} value={orderId} />
          <input type="hidden" name={`decisions[${at}].decidedAt`} value={decidedAt} />
        </Fragment>
      ))}
    </UndoStrip>
  );
}

import { Link } from "@remix-run/react";
import type { PayableData } from "../load-payment.server";

const focus = (button: HTMLButtonElement | null) => button?.focus();

/** Asks whether to keep what was entered as a draft or to discard it, when the dialog is closed. */
export function LeaveProof({
  words,
  closeTo,
  onStay,
  onDiscard,
}: {
  words: PayableData["paying"];
  closeTo: string;
  onStay: () => void;
  onDiscard: () => void;
}) {
  return (
    <div role="alertdialog" aria-labelledby="leave-proof" className="note note-warning mb-4 grid">
      <p id="leave-proof">{words.leave}</p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button" ref={focus} onClick={onStay}>
          {words.stay}
        </button>
        <Link className="button button-quiet" to={closeTo} replace preventScrollReset>
          {words.close}
        </Link>
        <Link
          className="button button-quiet"
          to={closeTo}
          replace
          preventScrollReset
          onClick={onDiscard}
        >
          {words.discard}
        </Link>
      </div>
    </div>
  );
}

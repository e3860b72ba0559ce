import { useEffect, useState } from "react";
import type { AllocationProof } from "@server/ledger/contracts/stock";
import type { AllocationWords } from "./allocation-words.server";
import { hashInBrowser } from "./hash-command";
import { CopyButton } from "~/components/data/copy-button";
import { useToast } from "~/components/layout/toasts";

interface Props {
  proof: AllocationProof;
  words: AllocationWords;
}

/**
 * The hash as the browser computes it, which replaces the server's as soon as scripts run. Browsers
 * compute hashes on secure origins only; elsewhere it stays null.
 */
export function useOwnHash({ previousHash, hashedBytes }: AllocationProof): string | null {
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => {
    if (!("subtle" in crypto)) return;
    let isLeft = false;
    void hashInBrowser(previousHash, hashedBytes).then((computed) => {
      if (!isLeft) setOwn(computed);
    });
    return () => {
      isLeft = true;
    };
  }, [previousHash, hashedBytes]);
  return own;
}

/** Tells a person whether the entry is as it was written, or which of the checks failed. */
export function HashVerdict({ proof, words, own }: Props & { own: string | null }) {
  const { isTextRight, isLinked, computed } = proof.verdict;
  const faults = [
    (own ?? computed) !== proof.hash && words.wrong,
    !isTextRight && words.textWrong,
    !isLinked && words.unlinked,
  ].filter((fault) => fault !== false);
  const isGood = faults.length === 0;
  return (
    <div role="status" className={`note ${isGood ? "note-success" : "note-danger"}`}>
      <div className="grid gap-1">
        <p className="text-xl font-bold">{isGood ? words.verified : words.failed}</p>
        {isGood ? <p>{words.right}</p> : faults.map((fault) => <p key={fault}>{fault}</p>)}
        <p className="text-sm">{own === null ? words.onServer : words.inBrowser}</p>
      </div>
    </div>
  );
}

/** The command with which anyone can verify the hash independently of the product. */
export function OwnTerminal({ command, words }: { command: string; words: AllocationWords }) {
  const toast = useToast();
  return (
    <div className="grid gap-2">
      <h2 className="label">{words.yourself}</h2>
      <p>{words.yourselfText}</p>
      <div className="flex items-start gap-2">
        <code className="mono min-w-0 flex-1 rounded-lg bg-sunken p-3 break-all">{command}</code>
        <CopyButton
          text={command}
          label={words.copyCommand}
          onCopied={() => toast({ tone: "success", text: words.commandCopied })}
        />
      </div>
    </div>
  );
}

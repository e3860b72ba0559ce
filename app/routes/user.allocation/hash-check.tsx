import { Form } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import { type FormEvent, type ReactNode, useState } from "react";
import type { AllocationProof } from "@server/ledger/contracts/stock";
import type { AllocationWords } from "./allocation-words.server";
import { hashInBrowser } from "./hash-command";
import { CopyButton } from "~/components/data/copy-button";
import { useToast } from "~/components/layout/toasts";

interface Finding {
  computed: string;
  by: "inBrowser" | "onServer";
}

/** Recomputes the hash in the browser, or on the server without JavaScript. */
export function HashCheck({
  proof,
  words,
  isAsked,
}: {
  proof: AllocationProof;
  words: AllocationWords;
  isAsked: boolean;
}) {
  const [own, setOwn] = useState<Finding | null>(null);
  const { verdict } = proof;
  const finding: Finding | null =
    own ?? (isAsked ? { computed: verdict.computed, by: "onServer" } : null);
  const check = (event: FormEvent) => {
    // Browsers compute hashes on secure origins only; elsewhere the server computes it.
    if (!("subtle" in crypto)) return;
    event.preventDefault();
    void hashInBrowser(proof.previousHash, proof.hashedBytes).then((computed) =>
      setOwn({ computed, by: "inBrowser" }),
    );
  };
  return (
    <section className="grid gap-4">
      <Form method="get" onSubmit={check} preventScrollReset>
        <input type="hidden" name="check" value="1" />
        <button type="submit" className="button">
          {words.submit}
        </button>
      </Form>
      <div role="status" className="grid gap-3">
        {finding && (
          <>
            <Verdict
              isGood={finding.computed === proof.hash}
              text={finding.computed === proof.hash ? words.right : words.wrong}
            >
              <p className="text-sm">
                {words[finding.by]} {words.computed}:{" "}
                <span className="mono break-all">{finding.computed}</span>
              </p>
            </Verdict>
            <Verdict
              isGood={verdict.isTextRight}
              text={verdict.isTextRight ? words.textRight : words.textWrong}
            />
            <Verdict
              isGood={verdict.isLinked}
              text={verdict.isLinked ? words.linked : words.unlinked}
            />
          </>
        )}
      </div>
    </section>
  );
}

function Verdict({
  isGood,
  text,
  children,
}: {
  isGood: boolean;
  text: string;
  children?: ReactNode;
}) {
  const Icon = isGood ? CircleCheck : CircleX;
  return (
    <div className={`note ${isGood ? "note-success" : "note-danger"}`}>
      <Icon size={20} aria-hidden />
      <div className="min-w-0">
        <p className="font-semibold">{text}</p>
        {children}
      </div>
    </div>
  );
}

/** The command with which anyone can verify the hash independently of the product. */
export function OwnTerminal({ command, words }: { command: string; words: AllocationWords }) {
  const toast = useToast();
  return (
    <section className="card grid gap-3 p-5">
      <h2>{words.yourself}</h2>
      <p>{words.yourselfText}</p>
      <div className="flex items-start gap-2">
        <code className="mono min-w-0 flex-1 rounded-lg bg-sunken p-3 break-all">{command}</code>
        <CopyButton
          text={command}
          label={words.copyCommand}
          onCopied={() => toast({ tone: "success", text: words.commandCopied })}
        />
      </div>
    </section>
  );
}

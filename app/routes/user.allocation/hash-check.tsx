import { Form } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AllocationProof } from "@server/contracts/stock";
import { useSite } from "~/root";
import { hashHere } from "./hash-command";
import { CopyButton } from "~/components/data/copy-button";
import { useToast } from "~/components/layout/toasts";

interface Finding {
  computed: string;
  by: "inBrowser" | "onServer";
}

/** Recomputes the hash in the browser, or on the server without JavaScript. */
export function HashCheck({ proof, isAsked }: { proof: AllocationProof; isAsked: boolean }) {
  const { companyName } = useSite();
  const { t } = useTranslation("dashboard");
  const [own, setOwn] = useState<Finding | null>(null);
  const { verdict } = proof;
  const finding: Finding | null =
    own ?? (isAsked ? { computed: verdict.computed, by: "onServer" } : null);
  const check = (event: FormEvent) => {
    // Browsers compute hashes on secure origins only; elsewhere the server computes it.
    if (!("subtle" in crypto)) return;
    event.preventDefault();
    void hashHere(proof.previousHash, proof.hashedBytes).then((computed) =>
      setOwn({ computed, by: "inBrowser" }),
    );
  };
  const company = { company: companyName };
  return (
    <section className="grid gap-4">
      <Form method="get" onSubmit={check} preventScrollReset>
        <input type="hidden" name="check" value="1" />
        <button type="submit" className="button">
          {t("proof.submit")}
        </button>
      </Form>
      <div role="status" className="grid gap-3">
        {finding && (
          <>
            <Verdict
              isGood={finding.computed === proof.hash}
              text={finding.computed === proof.hash ? t("proof.right") : t("proof.wrong", company)}
            >
              <p className="text-sm">
                {t(`proof.${finding.by}`)} {t("proof.computed")}:{" "}
                <span className="mono break-all">{finding.computed}</span>
              </p>
            </Verdict>
            <Verdict
              isGood={verdict.isTextRight}
              text={verdict.isTextRight ? t("proof.textRight") : t("proof.textWrong", company)}
            />
            <Verdict
              isGood={verdict.isLinked}
              text={verdict.isLinked ? t("proof.linked") : t("proof.unlinked", company)}
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
export function OwnTerminal({ command }: { command: string }) {
  const { t } = useTranslation("dashboard");
  const toast = useToast();
  return (
    <section className="card grid gap-3 p-5">
      <h2>{t("proof.yourself")}</h2>
      <p>{t("proof.yourselfText")}</p>
      <div className="flex items-start gap-2">
        <code className="mono min-w-0 flex-1 rounded-lg bg-sunken p-3 break-all">{command}</code>
        <CopyButton
          text={command}
          label={t("proof.copyCommand")}
          onCopied={() => toast({ tone: "success", text: t("proof.commandCopied") })}
        />
      </div>
    </section>
  );
}

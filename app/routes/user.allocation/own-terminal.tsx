import { useTranslation } from "react-i18next";
import { CopyButton } from "~/components/data/copy-button";
import { useToast } from "~/components/layout/toasts";

/** The one line with which anybody comes to the same hash, without a word of ours in between. */
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

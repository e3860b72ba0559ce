import { KeyRound } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "~/components/data/copy-button";
import { useToast } from "~/components/layout/toasts";

/** Codes that were just made. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation("security");
  const toast = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const first = codes[0];
  useEffect(() => {
    if (first) heading.current?.focus();
  }, [first]);
  if (codes.length === 0) return null;
  return (
    <section className="card grid gap-4 border-2 p-4 md:p-6" role="status">
      <div className="flex items-center gap-3">
        <KeyRound size={24} aria-hidden />
        <h2 tabIndex={-1} ref={heading}>
          {t("codes")}
        </h2>
      </div>
      <p className="max-w-prose">{t("codesText")}</p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-6 gap-y-2 sm:max-w-md">
        {codes.map((code) => (
          <li key={code} className="mono text-lg">
            {code}
          </li>
        ))}
      </ul>
      <div>
        <CopyButton
          text={codes.join("\n")}
          label={t("copyCodes")}
          onCopied={() => toast({ tone: "success", text: t("copied") })}
        />
      </div>
    </section>
  );
}

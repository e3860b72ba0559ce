import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AdminCall } from "@server/access/rules/calls";
import { useMay } from "~/lib/use-may";

/** Forms that every admin sees and only owners send; a note tells the others. */
export function OwnersOnly({ call, children }: { call: AdminCall; children: ReactNode }) {
  const { t } = useTranslation("area");
  const isAllowed = useMay()(call);
  return (
    <fieldset disabled={!isAllowed} className="grid min-w-0 gap-5">
      {!isAllowed && <p className="note">{t("ownersOnly")}</p>}
      {children}
    </fieldset>
  );
}

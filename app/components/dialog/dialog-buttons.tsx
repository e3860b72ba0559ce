import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** Leaves a dialog without its act. */
export function CancelLink({ to }: { to: string }) {
  const { t } = useTranslation();
  return (
    <Link to={to} replace preventScrollReset className="button button-quiet">
      {t("cancel")}
    </Link>
  );
}

/** The row at a dialog's end: cancel, and what the dialog does. */
export const DialogButtons = ({
  closeTo,
  className = "",
  children,
}: {
  closeTo: string;
  className?: string;
  children: ReactNode;
}) => (
  <div className={`flex flex-wrap justify-end gap-3 ${className}`}>
    <CancelLink to={closeTo} />
    {children}
  </div>
);

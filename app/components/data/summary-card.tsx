import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

interface Props {
  icon: ReactNode;
  title: string;
  value: ReactNode;
  left?: ReactNode;
  right?: string;
  tokenIcon?: string;
  isActive?: boolean;
  label?: string;
  /** Where it leads: a card is a link, so it works by keyboard and before any script. */
  to: string;
}

/** The clickable summary card of spec §1. A right sub-value with a slash in it is red. */
export function SummaryCard(props: Props) {
  const { t } = useTranslation();
  const { icon, title, value, left, right, tokenIcon, isActive, label, to } = props;
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={isActive ? "true" : undefined}
      className={`card block p-5 no-underline ${isActive ? "border-accent!" : ""}`}
      style={isActive ? { background: "var(--accent-soft)", borderWidth: 2 } : { borderWidth: 2 }}
    >
      <span className="flex items-center gap-2 text-muted font-semibold">
        {icon}
        {title}
      </span>
      <span className="mt-3 flex items-center gap-3 text-text text-2xl font-bold tabular">
        {tokenIcon && <img src={tokenIcon} alt="" width={32} height={32} />}
        <span className="min-w-0 break-words">{value}</span>
      </span>
      {(left !== undefined || right !== undefined) && (
        <span className="mt-2 flex justify-between gap-4 text-muted">
          <span>{left}</span>
          <span className={right?.includes("/") ? "text-danger" : ""}>{right}</span>
        </span>
      )}
      <span className="mt-4 block font-semibold" style={{ color: "var(--accent-soft-text)" }}>
        {label ?? t("viewMore")}
      </span>
    </Link>
  );
}

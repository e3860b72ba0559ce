import { Link } from "@remix-run/react";
import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { withIcon } from "~/components/layout/icon";

interface Props extends Omit<ComponentPropsWithoutRef<"a">, "href" | "title" | "className"> {
  /** The name of an icon of the frame. */
  icon: string;
  title: string;
  value: ReactNode;
  left?: ReactNode;
  right?: string;
  tokenIcon?: string;
  isActive?: boolean;
  label?: string;
  /** The target: a card is a link, so it works by keyboard and without JavaScript. */
  to: string;
}

/** The clickable summary card of product.md §1. A right value that contains a slash is red. */
export const SummaryCard = forwardRef<HTMLAnchorElement, Props>(function SummaryCard(props, ref) {
  const { t } = useTranslation();
  const { icon, title, value, left, right, tokenIcon, isActive, label, to, ...link } = props;
  return (
    <Link
      {...link}
      ref={ref}
      to={to}
      // An address with a fragment scrolls to it.
      preventScrollReset={!to.includes("#")}
      // A tab uses aria-selected instead.
      aria-current={isActive && link.role !== "tab" ? "true" : undefined}
      className={`card block p-4 no-underline sm:p-5 ${isActive ? "border-accent!" : ""}`}
      style={isActive ? { background: "var(--accent-soft)", borderWidth: 2 } : { borderWidth: 2 }}
    >
      <span className="flex items-center gap-2 text-muted font-semibold" {...withIcon(icon)}>
        {title}
      </span>
      <span className="mt-3 flex items-center gap-3 text-text text-base font-bold tabular wrap-anywhere sm:text-2xl">
        {tokenIcon && (
          <img src={tokenIcon} alt="" width={32} height={32} className="max-sm:hidden" />
        )}
        {value}
      </span>
      {(left !== undefined || right !== undefined) && (
        <span className="mt-2 flex flex-wrap justify-between gap-x-4 text-muted">
          {left}
          {right !== undefined && (
            <span className={`ml-auto ${right.includes("/") ? "text-danger" : ""}`}>{right}</span>
          )}
        </span>
      )}
      <span className="mt-4 block font-semibold" style={{ color: "var(--accent-soft-text)" }}>
        {label ?? t("viewMore")}
      </span>
    </Link>
  );
});

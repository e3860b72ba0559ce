import { Link } from "@remix-run/react";
import BadgeCheck from "lucide-react/icons/badge-check";
import Flag from "lucide-react/icons/flag";
import Hourglass from "lucide-react/icons/hourglass";
import Wallet from "lucide-react/icons/wallet";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AdminWork } from "@server/office/contracts/dashboard";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { paymentsPath } from "~/lib/paths";

const OTHERS = ["OTHER_SUM", "CANDIDATES", "NONE"] as const;

/** The numbers of waiting items, each a link to its list (product.md §2). */
export function WorkTiles({ waiting, flagged, entries, unallocatedPayments }: AdminWork) {
  const { t } = useTranslation("adminDashboard");
  const listOf = (show: string) => paymentsPath("bank", { show });
  const others = OTHERS.filter((outcome) => entries[outcome].count > 0);
  return (
    <section className="@container" aria-label={t("work.title")}>
      <ul className="grid gap-3 sm:@min-[22rem]:grid-cols-2 xl:@min-[56rem]:grid-cols-4">
        <Tile
          icon={<Hourglass size={20} aria-hidden />}
          label={t("work.waiting")}
          count={waiting.count}
          to={paymentsPath("decide")}
        >
          {waiting.count === 0
            ? t("work.waitingNone")
            : t("work.waitingSince", {
                sum: formatRupees(waiting.paise),
                since: waiting.oldestAt && formatDateTime(new Date(waiting.oldestAt)),
              })}
        </Tile>
        <Tile
          icon={<Flag size={20} aria-hidden />}
          label={t("work.flagged")}
          count={flagged}
          to={paymentsPath("decide", { show: "flagged" })}
          isWarning
        >
          {t(flagged === 0 ? "work.flaggedNone" : "work.flaggedHint")}
        </Tile>
        <Tile
          icon={<Wallet size={20} aria-hidden />}
          label={t("work.unallocated")}
          count={unallocatedPayments}
          to={paymentsPath("unallocated")}
        >
          {t(unallocatedPayments === 0 ? "work.unallocatedNone" : "work.unallocatedHint")}
        </Tile>
        <Tile
          icon={<BadgeCheck size={20} aria-hidden />}
          label={t("work.certain")}
          count={entries.CERTAIN.count}
          to={listOf("CERTAIN")}
          more={others.map((outcome) => (
            <p key={outcome}>
              <Link className="link-out relative z-1" to={listOf(outcome)}>
                {t(`work.${outcome}`, { number: formatQuantity(entries[outcome].count) })}
              </Link>
            </p>
          ))}
        >
          {entries.CERTAIN.count === 0
            ? t("work.certainNone")
            : t("work.certainSum", { sum: formatRupees(entries.CERTAIN.paise) })}
        </Tile>
      </ul>
    </section>
  );
}

interface TileProps {
  icon: ReactNode;
  label: string;
  count: number;
  /** The list, which the whole tile leads to; without anything in it, there is no link. */
  to: string;
  isWarning?: boolean;
  more?: ReactNode;
  children: ReactNode;
}

function Tile({ icon, label, count, to, isWarning = false, more, children }: TileProps) {
  const figure = formatQuantity(count);
  return (
    <li className={`card work-tile p-4 ${isWarning && count > 0 ? "work-tile-warning" : ""}`}>
      <p className="flex items-center gap-2 text-sm text-muted">
        {icon}
        {label}
      </p>
      <p className="display-figure my-1">
        {count === 0 ? (
          figure
        ) : (
          <Link to={to} aria-label={`${label}: ${figure}`}>
            {figure}
          </Link>
        )}
      </p>
      <p className="hint">{children}</p>
      {more}
    </li>
  );
}

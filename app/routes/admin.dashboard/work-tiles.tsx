import { Link, useRouteLoaderData } from "@remix-run/react";
import BadgeCheck from "lucide-react/icons/badge-check";
import Flag from "lucide-react/icons/flag";
import Hourglass from "lucide-react/icons/hourglass";
import IdCard from "lucide-react/icons/id-card";
import Landmark from "lucide-react/icons/landmark";
import ShieldCheck from "lucide-react/icons/shield-check";
import Wallet from "lucide-react/icons/wallet";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import { OPEN_OUTCOMES } from "@db/vocabulary";
import type { AdminWork } from "@server/office/contracts/dashboard";
import { formatQuantity } from "@server/platform/rules/money/format";
import { paths, paymentsPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import type { loader } from "~/routes/admin/route";
import { WAITING_MEMBERS } from "./member-cards";

interface Props extends AdminWork {
  /** Changes that wait for a second admin. */
  changes: number;
  /** Members who wait for their verification. */
  unverified: number;
  /** Steps before the first sale are to do. */
  hasSteps: boolean;
}

/** Shows the work that waits: each tile is the number of the list that it leads to (product.md §2). */
export function WorkTiles(work: Props) {
  const { waiting, flagged, entries, unallocatedPayments, changes, unverified, hasSteps } = work;
  const { t } = useTranslation("admin-dashboard");
  const dates = useDates();
  const may = useMay();
  const area = useRouteLoaderData<typeof loader>("routes/admin/route");
  const all = [
    { word: "waiting", count: waiting.count, to: paymentsPath("decide"), Icon: Hourglass },
    {
      word: "flagged",
      count: flagged,
      Icon: Flag,
      isWarning: true,
      to: paymentsPath("decide", { show: "flagged" }),
    },
    ...OPEN_OUTCOMES.map((show) => ({
      word: show,
      count: entries[show].count,
      Icon: Landmark,
      isWarning: show === "WENT_BACK",
      to: paymentsPath("bank", { show }),
    })),
    {
      word: "unallocated",
      count: unallocatedPayments,
      Icon: Wallet,
      to: paymentsPath("unallocated"),
    },
    {
      word: "unverified",
      count: area?.asksIdentity ? 0 : unverified,
      to: WAITING_MEMBERS,
      Icon: BadgeCheck,
    },
    {
      word: "identities",
      count: area?.asksIdentity && may("identity.queue") ? area.identities : 0,
      to: paths.admin.identity,
      Icon: IdCard,
    },
    {
      word: "changes",
      count: changes,
      Icon: ShieldCheck,
      isWarning: true,
      to: paths.admin.changes,
    },
  ] as const;
  const tiles = all.filter(({ count }) => count > 0);
  if (tiles.length === 0) return !hasSteps && <p className="note">{t("work.nothing")}</p>;
  return (
    <section className="@container" aria-label={t("work.title")}>
      <ul className="grid gap-3 @min-[20rem]:grid-cols-2 max-xl:@min-[20rem]:[&>:last-child:nth-child(odd)]:col-span-2 xl:@min-[56rem]:grid-cols-4 xl:@min-[56rem]:has-[>:nth-child(5):last-child]:grid-cols-5 xl:@min-[56rem]:has-[>:nth-child(6):last-child]:grid-cols-3">
        {tiles.map(({ word, ...tile }) => (
          <Tile
            key={word}
            {...tile}
            label={t(`work.${word}`)}
            hint={
              word === "waiting" && waiting.oldestAt !== null
                ? t("work.waitingSince", { since: dates.full(waiting.oldestAt) })
                : t(`work.${word}Hint`)
            }
          />
        ))}
      </ul>
    </section>
  );
}

interface TileProps {
  Icon: typeof Hourglass;
  label: string;
  count: number;
  /** The list, which the whole tile leads to. */
  to: string;
  isWarning?: boolean;
  hint: string;
}

function Tile({ Icon, label, count, to, isWarning, hint }: TileProps) {
  const figure = formatQuantity(count);
  return (
    <li
      className={`card relative border-t-3 p-4 has-[a]:hover:bg-(--surface-hover) ${isWarning ? "border-t-(--warning-border)" : "border-t-accent"}`}
    >
      <p className="flex items-center gap-2 text-sm text-muted">
        <Icon />
        {label}
      </p>
      <p className="display-figure my-1">
        {/* It covers the tile, which leads to its list wherever it is tapped. */}
        <Link
          className="text-inherit no-underline after:absolute after:inset-0 after:rounded-[inherit]"
          to={to}
          aria-label={`${label}: ${figure}`}
        >
          {figure}
        </Link>
      </p>
      <p className="hint">{hint}</p>
    </li>
  );
}

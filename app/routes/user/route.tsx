import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, Outlet, useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { MemberFrame, OrderRecord } from "@server/orders/contracts/orders";
import type { OwnUnallocatedPayment } from "@server/orders/contracts/payments";
import { OrderFollower } from "~/components/data/order-follower";
import { MemberForms } from "~/components/form/form-frame";
import { SiteFooter } from "~/components/brand/site-footer";
import { AreaFrame } from "~/components/layout/area-frame";
import { withIcon } from "~/components/layout/icon";
import { Problem } from "~/components/layout/problem";
import type { LineOrder } from "~/components/order/your-orders";
import { investorApi } from "~/lib/callers";
import { forgetTaken } from "~/lib/forms/lost-connection";
import { unlessLocal } from "~/lib/lists/local-search-params";
import { takeTyped } from "~/lib/forms/log-in-again.server";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { loadWords } from "~/lib/messages/words";
import { keepOwnOnly } from "./own-storage";

export const handle = await loadWords("area", "orders");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const frame = await orRefuse(context, api.members.frame());
  const { name, referralCode, profileImage, unread, identity } = frame;
  const kept = await takeTyped(request, context, referralCode);
  return data(
    {
      name,
      referralCode,
      unread,
      identity,
      picture: profileImage?.url ?? null,
      lines: linesOf(frame),
      typed: kept?.typed ?? null,
    },
    { headers: kept ? { "Set-Cookie": kept.clear } : {} },
  );
}

export const shouldRevalidate = unlessLocal;

const NEW_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A rejection is shown for a week, unless the order is submitted again; an approval for a day. */
function isNews({ status, decidedAt }: OrderRecord): boolean {
  if (decidedAt === null || status === "PENDING") return false;
  const age = Date.now() - new Date(decidedAt).getTime();
  return age < (status === "APPROVED" ? DAY_MS : 7 * DAY_MS);
}

/** Orders as lines: those that wait for the member, then those that are checked, then what was decided. */
function linesOf({ open, waiting, unpaid, latest }: MemberFrame): LineOrder[] {
  const news = latest.filter(isNews).slice(0, 2);
  const opened: LineOrder[] = open
    ? [
        {
          orderNumber: open.orderNumber,
          status: "OPEN",
          quantity: open.quantity + open.bonusTokens,
          totalPaise: open.totalPaise,
          secondsLeft: open.secondsLeft,
        },
      ]
    : [];
  const asked = waiting.filter((record) => askedOf(record) !== null);
  const checked = waiting.filter((record) => askedOf(record) === null);
  return [...opened, ...[...asked, ...checked, ...news, ...unpaid].map(lineOf)];
}

/** Paise of the rest that a member has yet to pay, or to tell of; null for none. */
const askedOf = ({ missingPaise, toldPaise }: OrderRecord) =>
  toldPaise === null ? missingPaise : null;

const lineOf = (record: OrderRecord): LineOrder => ({
  orderNumber: record.orderNumber,
  status: record.status,
  // The bonus is the buyer's as well.
  quantity: record.totalQuantity + record.bonusTokens,
  totalPaise: record.finalAmountPaise,
  toldPaise: record.toldPaise,
  askedPaise: askedOf(record),
  isRest: record.missingPaise !== null,
  isNew:
    record.status === "PENDING" &&
    Date.now() - new Date(record.submittedAt ?? 0).getTime() < NEW_MS,
});

/** The lines of a member's orders, with the payments that no order took yet, for nested routes. */
export function useOrderLines(unallocated: readonly OwnUnallocatedPayment[] = []): LineOrder[] {
  const lines = useRouteLoaderData<typeof loader>("routes/user/route")?.lines ?? [];
  const numbers = new Set(unallocated.map(({ orderNumber }) => orderNumber));
  return [
    ...unallocated.map(({ orderNumber, totalPaise }) => ({
      orderNumber,
      status: "ON_RECORD" as const,
      quantity: null,
      totalPaise,
    })),
    ...lines.filter(({ orderNumber }) => !numbers.has(orderNumber)),
  ];
}

export default function UserLayout() {
  const { key } = useLocation();
  useEffect(forgetTaken, [key]);
  return (
    <Area {...useLoaderData<typeof loader>()}>
      <Outlet />
    </Area>
  );
}

/** A failed screen keeps the menu. */
export function ErrorBoundary() {
  const area = useRouteLoaderData<typeof loader>("routes/user/route");
  if (!area) return <Problem />;
  return (
    <Area {...area}>
      <Problem isFramed />
    </Area>
  );
}

type AreaData = NonNullable<ReturnType<typeof useRouteLoaderData<typeof loader>>>;

function Area({
  name,
  referralCode,
  picture,
  unread,
  lines,
  typed,
  children,
}: AreaData & { children: ReactNode }) {
  const { t } = useTranslation("area");
  useEffect(() => keepOwnOnly(referralCode), [referralCode]);
  const entries = [
    {
      to: paths.user.dashboard,
      label: t("nav.dashboard"),
      icon: "dashboard",
      also: [paths.user.ranking],
    },
    {
      to: paths.user.buyToken,
      label: t("nav.buyToken"),
      icon: "coins",
      also: [paths.user.payment],
    },
    {
      to: paths.user.paymentHistory,
      label: t("nav.paymentHistory"),
      icon: "receipt",
      also: [paths.user.orders],
    },
    { to: paths.user.profile, label: t("nav.profile"), icon: "person" },
    { to: paths.user.referral, label: t("nav.referral"), icon: "gift" },
  ];
  const person = (
    <div className="mb-4 flex items-center gap-3">
      {picture ? (
        <img
          src={picture}
          alt=""
          width={44}
          height={44}
          className="size-11 rounded-full object-cover"
        />
      ) : (
        <span className="initial flex-none" aria-hidden>
          {[...name][0]}
        </span>
      )}
      <p className="min-w-0">
        <span className="block font-semibold break-words">{name}</span>
        <span className="hint mono">{`${t("nav.id")}: ${referralCode}`}</span>
      </p>
    </div>
  );
  const bell = (
    <Link
      to={paths.user.notices}
      className="pager-link relative"
      aria-label={t(unread > 0 ? "nav.unread" : "nav.notices", { count: unread })}
      {...withIcon("bell")}
    >
      {unread > 0 && (
        <span className="absolute -end-1.5 -top-1.5 min-w-5 rounded-2xl bg-accent px-1 text-center text-xs leading-5 font-bold text-(--accent-text)">
          {unread}
        </span>
      )}
    </Link>
  );
  return (
    <MemberForms code={referralCode} typed={typed}>
      <AreaFrame entries={entries} logoutTo={paths.user.logout} person={person} tools={bell} isBar>
        <OrderFollower
          waiting={lines.flatMap(({ orderNumber, status }) =>
            status === "PENDING" ? [orderNumber] : [],
          )}
        />
        {children}
        <SiteFooter />
      </AreaFrame>
    </MemberForms>
  );
}

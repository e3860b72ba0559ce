import { data, type LoaderFunctionArgs } from "@remix-run/node";
import {
  Outlet,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import Coins from "lucide-react/icons/coins";
import Gift from "lucide-react/icons/gift";
import History from "lucide-react/icons/history";
import IndianRupee from "lucide-react/icons/indian-rupee";
import IdCard from "lucide-react/icons/id-card";
import Landmark from "lucide-react/icons/landmark";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Rocket from "lucide-react/icons/rocket";
import Settings from "lucide-react/icons/settings";
import ShieldCheck from "lucide-react/icons/shield-check";
import Users from "lucide-react/icons/users";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { callsAboveRole } from "@server/access/rules/admin-roles";
import { StepUpScreen, waitingFor } from "~/components/account/step-up";
import { AreaFrame } from "~/components/layout/area-frame";
import { BackLink } from "~/components/layout/back-link";
import { Problem } from "~/components/layout/problem";
import { MemberForms } from "~/components/form/form-frame";
import { adminApi } from "~/lib/callers";
import { takeTyped } from "~/lib/forms/log-in-again.server";
import { requiresPaymentConfirmation } from "~/lib/orders/payment-confirmation";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { loadWords } from "~/lib/messages/words";
import { roleName } from "./role-name.server";
import { SearchEverything } from "./search-everything";

export const handle = await loadWords("area");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { adminRole, ...frame } = await orRefuse(context, api.dashboard.frame());
  const beyond = callsAboveRole(adminRole);
  const kept = await takeTyped(request, context, frame.id);
  return data(
    {
      ...frame,
      role: roleName(context.caller.language, adminRole),
      beyond,
      asksForMoney: requiresPaymentConfirmation(context),
      typed: kept?.typed ?? null,
    },
    { headers: kept ? { "Set-Cookie": kept.clear } : {} },
  );
}

export default function AdminLayout() {
  return (
    <Area {...useLoaderData<typeof loader>()}>
      <Outlet />
    </Area>
  );
}

/** A failed screen keeps the menu; what needs a step-up asks for it on a page of its own. */
export function ErrorBoundary() {
  const waiting = waitingFor(useRouteError());
  const area = useRouteLoaderData<typeof loader>("routes/admin/route");
  if (waiting) return <StepUpScreen {...waiting} />;
  if (!area) return <Problem />;
  return (
    <Area {...area}>
      <Problem isFramed />
    </Area>
  );
}

const ENTRIES = [
  [paths.admin.dashboard, "dashboard", LayoutDashboard],
  [paths.admin.userManage, "userManage", Users],
  [paths.admin.identity, "identity", IdCard],
  [paths.admin.holders, "holders", Coins],
  [paths.admin.launch, "launch", Rocket],
  [paths.admin.referrals, "referrals", Gift],
  [paths.admin.payments, "payments", IndianRupee],
  [paths.admin.beneficiary, "beneficiary", Landmark],
  [paths.admin.announcements, "announcements", null],
  [paths.admin.activity, "activity", History],
  [paths.admin.security, "security", ShieldCheck],
  [paths.admin.settings, "settings", Settings],
] as const;

type AreaData = NonNullable<ReturnType<typeof useRouteLoaderData<typeof loader>>>;

function Area({
  id,
  typed,
  name,
  companyName,
  role,
  waiting,
  identities,
  asksIdentity,
  isFirstDay,
  beyond,
  children,
}: AreaData & { children: ReactNode }) {
  const { t } = useTranslation("area");
  const { pathname } = useLocation();
  // The dashboard sends whoever must set up an authenticator app to Security.
  const hasSteps =
    isFirstDay &&
    !beyond.includes("dashboard.confirmFirstDay") &&
    pathname !== paths.admin.dashboard &&
    pathname !== paths.admin.security;
  const decidesIdentity = (asksIdentity || identities > 0) && !beyond.includes("identity.queue");
  const entries = ENTRIES.filter(([, word]) => word !== "identity" || decidesIdentity).map(
    ([to, word, Glyph]) => ({
      to,
      label: t(`nav.${word}`),
      icon: Glyph ? <Glyph /> : "bell",
      count: word === "payments" ? waiting : word === "identity" ? identities : 0,
    }),
  );
  const person = (
    <p className="mb-4">
      <span className="block font-semibold break-words">{name}</span>
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="hint">{companyName}</span>
        {role !== null && <span className="badge badge-plain">{role}</span>}
      </span>
    </p>
  );
  return (
    <AreaFrame
      entries={entries}
      logoutTo={paths.admin.logout}
      person={person}
      tools={<SearchEverything />}
    >
      <MemberForms code={id} typed={typed}>
        {hasSteps && (
          <div className="mb-3">
            <BackLink to={paths.admin.dashboard}>{t("toFirstDay")}</BackLink>
          </div>
        )}
        {children}
      </MemberForms>
    </AreaFrame>
  );
}

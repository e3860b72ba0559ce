import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import History from "lucide-react/icons/history";
import Landmark from "lucide-react/icons/landmark";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Settings from "lucide-react/icons/settings";
import ShieldCheck from "lucide-react/icons/shield-check";
import Users from "lucide-react/icons/users";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { callsBeyond } from "@server/domain/members/admin-roles";
import { StepUpScreen, waitingFor } from "~/components/account/step-up";
import { AreaFrame } from "~/components/layout/area-frame";
import { Icon } from "~/components/layout/icon";
import { Problem } from "~/components/layout/problem";
import { adminApi } from "~/lib/callers";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/refusals";
import { loadWords } from "~/lib/words";
import { roleName } from "./role-name.server";

export const handle = await loadWords("area");

export async function loader({ context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { name, companyName, adminRole } = await orRefuse(context, api.sessions.me());
  // A session of this area is an admin's, who has a role.
  const beyond = callsBeyond(adminRole ?? "VIEWER");
  const role = roleName(context.language, adminRole);
  return { name, companyName, role, beyond };
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

type AreaData = NonNullable<ReturnType<typeof useRouteLoaderData<typeof loader>>>;

function Area({ name, companyName, role, children }: AreaData & { children: ReactNode }) {
  const { t } = useTranslation("area");
  const entries = [
    {
      to: paths.admin.dashboard,
      label: t("nav.dashboard"),
      icon: <LayoutDashboard size={20} aria-hidden />,
    },
    {
      to: paths.admin.userManage,
      label: t("nav.userManage"),
      icon: <Users size={20} aria-hidden />,
    },
    {
      to: paths.admin.purchaseRequest,
      label: t("nav.purchaseRequest"),
      icon: <ClipboardCheck size={20} aria-hidden />,
    },
    {
      to: paths.admin.beneficiary,
      label: t("nav.beneficiary"),
      icon: <Landmark size={20} aria-hidden />,
    },
    {
      to: paths.admin.announcements,
      label: t("nav.announcements"),
      icon: <Icon name="bell" />,
    },
    {
      to: paths.admin.activity,
      label: t("nav.activity"),
      icon: <History size={20} aria-hidden />,
    },
    {
      to: paths.admin.security,
      label: t("nav.security"),
      icon: <ShieldCheck size={20} aria-hidden />,
    },
    {
      to: paths.admin.settings,
      label: t("nav.settings"),
      icon: <Settings size={20} aria-hidden />,
    },
  ];
  const person = (
    <p className="mb-4">
      <span className="block font-semibold break-words">{name}</span>
      <span className="hint">{companyName}</span>
      {role !== null && <span className="badge badge-plain mt-1">{role}</span>}
    </p>
  );
  return (
    <AreaFrame entries={entries} logoutTo={paths.admin.logout} person={person}>
      {children}
    </AreaFrame>
  );
}

import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import ArrowLeftRight from "lucide-react/icons/arrow-left-right";
import Building2 from "lucide-react/icons/building-2";
import Landmark from "lucide-react/icons/landmark";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import ShieldCheck from "lucide-react/icons/shield-check";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ownCodes } from "~/components/account/own-codes.server";
import { StepUpScreen, waitingFor } from "~/components/account/step-up";
import { MemberForms, UntoastedForms } from "~/components/form/form-frame";
import { AreaFrame } from "~/components/layout/area-frame";
import { Problem } from "~/components/layout/problem";
import { superAdminApi } from "~/lib/callers";
import { takeTyped } from "~/lib/forms/log-in-again.server";
import { paths } from "~/lib/paths";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("area", "admin/platform");

/** Names all super admins: what one typed waits ten minutes in their own browser. */
const CODE = "superadmin";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const [kept, codes] = await Promise.all([takeTyped(request, context, CODE), ownCodes(api)]);
  return data(
    { typed: kept?.typed ?? null, codes },
    { headers: kept ? { "Set-Cookie": kept.clear } : {} },
  );
}

export default function SuperAdminLayout() {
  const { typed } = useLoaderData<typeof loader>();
  return (
    <Area>
      <UntoastedForms>
        <MemberForms code={CODE} typed={typed}>
          <Outlet />
        </MemberForms>
      </UntoastedForms>
    </Area>
  );
}

/**
 * A failed screen keeps the menu for users who may see it; what needs a step-up asks for it on a page
 * of its own.
 */
export function ErrorBoundary() {
  const waiting = waitingFor(useRouteError());
  const own = useRouteLoaderData<typeof loader>("routes/superadmin/route");
  if (waiting) return <StepUpScreen {...waiting} codes={own?.codes} />;
  if (!own) return <Problem />;
  return (
    <Area>
      <Problem isFramed />
    </Area>
  );
}

function Area({ children }: { children: ReactNode }) {
  const { t } = useTranslation("platform");
  const { dashboard, companyManage, transactionManage, beneficiaryManage, security } =
    paths.superAdmin;
  const entries = [
    {
      to: dashboard,
      label: t("nav.dashboard"),
      icon: <LayoutDashboard />,
    },
    { to: companyManage, label: t("nav.companies"), icon: <Building2 /> },
    {
      to: transactionManage,
      label: t("nav.transactions"),
      icon: <ArrowLeftRight />,
    },
    {
      to: beneficiaryManage,
      label: t("nav.beneficiaries"),
      icon: <Landmark />,
    },
    {
      to: security,
      label: t("area:nav.security"),
      icon: <ShieldCheck />,
    },
  ];
  return (
    <AreaFrame entries={entries} logoutTo={paths.superAdmin.logout}>
      {children}
    </AreaFrame>
  );
}

import { Link, useSearchParams } from "@remix-run/react";
import X from "lucide-react/icons/x";
import { useTranslation } from "react-i18next";
import { searchWith } from "~/lib/lists/list-query";

export function CompanyFilter({ company }: { company: string | null }) {
  const { t } = useTranslation("platform");
  const [params] = useSearchParams();
  if (company === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-3">
      <span className="badge badge-plain">{t("ofCompany", { company })}</span>
      <Link to={searchWith(params, { companyId: null, page: null })} className="link-out">
        <X size={18} />
        {t("allCompanies")}
      </Link>
    </p>
  );
}

/** A company's name in a list of all companies; it filters the list by that company. */
export function CompanyLink({ company }: { company: { id: string; companyName: string } }) {
  const [params] = useSearchParams();
  return (
    <Link className="link-out" to={searchWith(params, { companyId: company.id, page: null })}>
      {company.companyName}
    </Link>
  );
}

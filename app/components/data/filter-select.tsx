import { Form, useSubmit, Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { usePendingParams } from "~/lib/use-pending-params";
import { X } from "lucide-react";
import { searchWith } from "~/lib/list-query";

/** A filter stored in the URL. It submits on change, or by its button without JavaScript. */
export function FilterSelect({
  name,
  label,
  options,
  value,
  pageName = "page",
}: {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  pageName?: string;
}) {
  const { t } = useTranslation();
  const { params } = usePendingParams();
  const submit = useSubmit();
  const kept = [...params].filter(([key]) => key !== name && key !== pageName);
  return (
    <Form method="get" className="flex max-w-full gap-2" preventScrollReset>
      {kept.map(([key, one]) => (
        <input key={key} type="hidden" name={key} value={one} />
      ))}
      <select
        name={name}
        aria-label={label}
        className="input w-auto min-w-0"
        defaultValue={value}
        key={value}
        onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true })}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <noscript className="flex-none">
        <button type="submit" className="button button-quiet">
          {t("apply")}
        </button>
      </noscript>
    </Form>
  );
}

/** Says that a list is filtered by one company, and links to the list of all companies. */
export function CompanyFilter({ company }: { company: string | null }) {
  const { t } = useTranslation("platform");
  const [params] = useSearchParams();
  if (company === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-3">
      <span className="badge badge-plain">{t("ofCompany", { company })}</span>
      <Link to={searchWith(params, { companyId: null, page: null })} className="link-out">
        <X size={18} aria-hidden />
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

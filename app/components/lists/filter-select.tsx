import { Form, useSearchParams, useSubmit } from "@remix-run/react";
import Check from "lucide-react/icons/check";
import { useTranslation } from "react-i18next";
import { usePendingParams } from "~/lib/lists/use-pending-params";

/** A filter stored in the URL. It submits on change, or by its button without JavaScript, an icon that leaves all on a line. */
export function FilterSelect({
  name,
  label,
  placeholder,
  options,
  value,
  pageName = "page",
}: {
  name: string;
  label: string;
  /** The name of the choice without a value. */
  placeholder?: string;
  options: readonly { value: string; label: string }[];
  value: string | null | undefined;
  pageName?: string;
}) {
  const { t } = useTranslation();
  const { params } = usePendingParams();
  const submit = useSubmit();
  return (
    <Form method="get" className="flex max-w-full gap-2" preventScrollReset>
      <HiddenListParams params={params} without={[name, pageName]} />
      <select
        name={name}
        aria-label={label}
        className="input w-auto min-w-0"
        defaultValue={value ?? ""}
        key={value}
        onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true })}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <noscript className="flex-none">
        <button type="submit" className="button button-quiet px-3" aria-label={t("apply")}>
          <Check />
        </button>
      </noscript>
    </Form>
  );
}

/** Hidden fields that keep the current list's parameters in the form's URL. */
export function HiddenListParams({
  without,
  params,
}: {
  without: readonly string[];
  /** By default, those of the page as it is shown. */
  params?: URLSearchParams;
}) {
  const [shown] = useSearchParams();
  const kept = [...(params ?? shown)].filter(([name]) => !without.includes(name));
  return kept.map(([name, value], index) => (
    <input key={`${name}-${index}`} type="hidden" name={name} value={value} />
  ));
}

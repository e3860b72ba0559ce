import { Form, useSubmit } from "@remix-run/react";
import Search from "lucide-react/icons/search";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { HiddenListParams } from "./filter-select";
import { usePendingParams } from "~/lib/lists/use-pending-params";

/** product.md §9. */
const DEBOUNCE_MS = 1000;

/** A search stored in the URL. It submits one second after the last key, or on Enter. */
export function SearchBox({
  name = "search",
  pageName = "page",
  label,
}: {
  name?: string;
  pageName?: string;
  label: string;
}) {
  const { t } = useTranslation();
  const { params, isLeaving } = usePendingParams();
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (isLeaving) clearTimeout(timer.current);
  }, [isLeaving]);
  return (
    <Form
      method="get"
      role="search"
      className="flex min-w-0 flex-[1_1_18rem] gap-2"
      preventScrollReset
      onSubmit={() => clearTimeout(timer.current)}
    >
      <HiddenListParams params={params} without={[name, pageName]} />
      <input
        type="search"
        name={name}
        aria-label={label}
        placeholder={label}
        defaultValue={params.get(name) ?? ""}
        className="input"
        maxLength={100}
        onChange={(event) => {
          const { form } = event.currentTarget;
          clearTimeout(timer.current);
          timer.current = setTimeout(
            () => submit(form, { replace: true, preventScrollReset: true }),
            DEBOUNCE_MS,
          );
        }}
      />
      <button type="submit" className="button button-quiet" aria-label={t("search")}>
        <Search />
      </button>
    </Form>
  );
}

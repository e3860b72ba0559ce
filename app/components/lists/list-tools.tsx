import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorText } from "~/components/form/error-text";
import { RANGES, searchWith } from "~/lib/lists/list-query";
import { isNoAmount } from "~/lib/lists/list-ranges";
import { HiddenListParams } from "./filter-select";

interface Props {
  /** The list's number and sum. */
  totals: ReactNode;
  isSorted: boolean;
  /** Parameters of a dialog or a page, which another list does not keep. */
  leftOut: readonly string[];
  pageName: string;
  /** The label of the days' range. */
  days: "created" | "decided" | "since";
}

/** Shows what an admin's list adds up to, and the form for its ranges of days and amounts. */
export function ListTools({ totals, isSorted, ...ranges }: Props) {
  const { t } = useTranslation("order-list");
  return (
    <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
      <p className="min-w-0 tabular wrap-anywhere" role="status">
        {totals}
        {!isSorted && <span className="hint block">{t("unsorted")}</span>}
      </p>
      <Ranges {...ranges} />
    </div>
  );
}

function Ranges({ leftOut, pageName, days }: Pick<Props, "leftOut" | "pageName" | "days">) {
  const { t } = useTranslation("order-list");
  const [params] = useSearchParams();
  const isNarrow = RANGES.some((name) => params.get(name));
  const without = Object.fromEntries([...RANGES, pageName].map((name) => [name, null]));
  return (
    <details
      // Another address has other values.
      key={RANGES.map((name) => params.get(name)).join(" ")}
      className="open:basis-full"
      open={isNarrow}
    >
      <summary className="cursor-pointer font-semibold">{t("narrow")}</summary>
      <form method="get" className="flex flex-wrap items-end gap-3 py-2">
        <HiddenListParams without={[...leftOut, ...RANGES]} />
        {RANGES.map((name) => {
          const isDay = name === "from" || name === "to";
          const isWrong = !isDay && isNoAmount(params.get(name));
          return (
            <label key={name} className="grid gap-1">
              <span className="hint">{t(isDay ? `${days}.${name}` : name)}</span>
              <input
                className="input"
                name={name}
                {...(isDay ? { type: "date" } : { inputMode: "decimal", size: 10, maxLength: 30 })}
                {...(isWrong && { "aria-invalid": true })}
                defaultValue={params.get(name) ?? ""}
              />
              {isWrong && <ErrorText inline>{t("noAmount")}</ErrorText>}
            </label>
          );
        })}
        <button type="submit" className="button button-quiet">
          {t("apply")}
        </button>
        {isNarrow && (
          <a className="link-out py-2" href={searchWith(params, without)}>
            {t("clear")}
          </a>
        )}
      </form>
    </details>
  );
}

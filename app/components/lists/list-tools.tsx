import type { TFunction } from "i18next";
import { ErrorText } from "~/components/form/error-text";
import { RANGES, searchWith } from "~/lib/lists/list-query";
import { isNoAmount } from "~/lib/lists/list-ranges";

/*
 * The tools above an admin's list. Routes render them on the server as markup, so that they cost no
 * script; their texts are those of `orderList`.
 */

interface Address {
  params: URLSearchParams;
  /** Parameters of a dialog or a page, which another list does not keep. */
  leftOut: ReadonlySet<string>;
}

/** A form for the ranges of days and amounts. */
export function Ranges({
  t,
  params,
  leftOut,
  pageName,
  days,
}: Address & {
  t: TFunction;
  pageName: string;
  /** The label of the days' range. */
  days: "created" | "decided" | "since";
}) {
  const of = (name: string) => t(`orderList:${name}`);
  const ranges: ReadonlySet<string> = new Set(RANGES);
  const isNarrow = RANGES.some((name) => params.get(name));
  const without = Object.fromEntries([...RANGES, pageName].map((name) => [name, null]));
  return (
    <details open={isNarrow}>
      <summary className="cursor-pointer font-semibold">{of("narrow")}</summary>
      <form method="get" className="flex flex-wrap items-end gap-3 py-2">
        {/* The rest of the list's address. */}
        {[...params].map(
          ([name, value], index) =>
            !leftOut.has(name) &&
            !ranges.has(name) && (
              <input key={index} type="hidden" name={name} defaultValue={value} />
            ),
        )}
        {RANGES.map((name) => {
          const isDay = name === "from" || name === "to";
          const isWrong = !isDay && isNoAmount(params.get(name));
          return (
            <label key={name} className="grid gap-1">
              <span className="hint">{of(isDay ? `${days}.${name}` : name)}</span>
              <input
                className="input"
                name={name}
                {...(isDay
                  ? { type: "date" }
                  : { inputMode: "decimal" as const, size: 10, maxLength: 30 })}
                {...(isWrong && { "aria-invalid": true })}
                defaultValue={params.get(name) ?? ""}
              />
              {isWrong && <ErrorText inline>{of("noAmount")}</ErrorText>}
            </label>
          );
        })}
        <button type="submit" className="button button-quiet">
          {of("apply")}
        </button>
        {isNarrow && (
          <a className="link-out py-2" href={searchWith(params, without)}>
            {of("clear")}
          </a>
        )}
      </form>
    </details>
  );
}

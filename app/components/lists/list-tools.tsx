import type { TFunction } from "i18next";
import { RANGES, searchWith } from "~/lib/lists/list-query";

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
        {RANGES.map((name) => (
          <label key={name} className="grid gap-1">
            <span className="hint">
              {of(name === "from" || name === "to" ? `${days}.${name}` : name)}
            </span>
            <input
              className="input"
              name={name}
              {...(name === "from" || name === "to"
                ? { type: "date" }
                : { inputMode: "decimal" as const, size: 10, maxLength: 30 })}
              defaultValue={params.get(name) ?? ""}
            />
          </label>
        ))}
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

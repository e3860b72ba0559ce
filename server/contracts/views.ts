import { z } from "zod";
import { ORDER_TABS, type OrderTab } from "@db/vocabulary";
import { code, idField, line, noMoreThan } from "./fields";

/** The maximum number of views of an admin. */
export const MOST_VIEWS = 20;

/** In characters. */
const LONGEST = { name: 40, query: 2000 } as const;

/** The columns of Manage Purchase that can be left out. */
const ORDER_COLUMNS = [
  "userId",
  "order",
  "name",
  "mobile",
  "match",
  "method",
  "reference",
  "price",
  "quantity",
  "total",
  "entered",
  "date",
  "decided",
  "decidedBy",
] as const;
export type OrderColumn = (typeof ORDER_COLUMNS)[number];

/** In a URL: all columns, regardless of the admin's choice. */
export const ALL_COLUMNS = "all";

/** Parameters of a URL that a view stores, in this order; page and dialogs are not stored. */
const KEPT = [
  ...["tab", "search1", "status", "method", "show", "from", "to", "least", "most"],
  ...["sort", "limit", "cols"],
];

/** The part of an address that a view keeps, always written the same way. */
export function viewQuery(address: string | URLSearchParams): string {
  const asked = new URLSearchParams(address);
  const kept = KEPT.flatMap((name) =>
    asked
      .getAll(name)
      .map((value) => [name, value.trim()])
      .filter(([, value]) => value !== ""),
  );
  return new URLSearchParams(kept).toString();
}

const nameField = line("FIELD_REQUIRED", LONGEST.name);

/** `views.save`. */
export const SaveView = z.object({
  name: nameField,
  query: z
    .string({ error: code("FIELD_INVALID") })
    // The maximum length of a URL, of which a view is a part.
    .max(8 * LONGEST.query, code("TEXT_TOO_LONG"))
    .overwrite(viewQuery)
    .max(LONGEST.query, code("TEXT_TOO_LONG")),
});

/** `views.rename`. */
export const RenameView = z.object({ id: idField, name: nameField });

/** `views.remove`. */
export const ViewRef = z.object({ id: idField });

/** `views.chooseColumns`; without any, all are shown again. */
export const ChooseColumns = z.object({
  tab: z.enum(ORDER_TABS, { error: code("FIELD_INVALID") }),
  cols: z.preprocess(
    (value) =>
      value === undefined || value === null
        ? []
        : noMoreThan(ORDER_COLUMNS.length)(typeof value === "string" ? [value] : value),
    z
      .array(z.enum(ORDER_COLUMNS, { error: code("FIELD_INVALID") }), {
        error: code("FIELD_INVALID"),
      })
      .max(ORDER_COLUMNS.length, code("FIELD_INVALID"))
      .transform((columns) => [...new Set(columns)]),
  ),
});

/** A list of Manage Purchase under a name of the admin's. */
export type SavedView = { id: string; name: string; query: string };

/** `views.mine`: by name; and the columns of the lists for which the admin has chosen some. */
export type OwnViews = { views: SavedView[]; columns: Partial<Record<OrderTab, string[]>> };

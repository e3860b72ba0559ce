import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { describe, expect, test, vi } from "vitest";
import { INVESTOR_PAGER } from "@server/platform/rules/paging";
import { translatorOf } from "@server/platform/words/translators.server";
import { StatusBadge } from "./badge";
import { FactList } from "./fact-list";
import { DataTable } from "../lists/data-table";
import { FilterSelect } from "../lists/filter-select";
import { Pager } from "../lists/pager";
import { SearchBox } from "../lists/search-box";
import { SummaryCard } from "./summary-card";

// A link needs a running router; a plain anchor replaces it here.
vi.mock("@remix-run/react", () => ({
  Link: ({ to, children, "aria-current": current }: LinkProps) => (
    <a href={to} aria-current={current}>
      {children}
    </a>
  ),
  Form: ({ children }: { children: ReactNode }) => <form>{children}</form>,
  useSubmit: () => () => undefined,
  useSearchParams: () => [new URLSearchParams("status=ALL&page=2")],
}));
vi.mock("~/lib/lists/use-pending-params", () => ({
  usePendingParams: () => ({
    params: new URLSearchParams("status=ALL&search=upi&limit=25&page=2"),
    isLeaving: false,
  }),
}));

interface LinkProps {
  to: string;
  children: ReactNode;
  "aria-current"?: "true" | "page";
}

const render = (piece: ReactNode): string =>
  renderToStaticMarkup(<I18nextProvider i18n={translatorOf("en")}>{piece}</I18nextProvider>);

describe("the summary card", () => {
  const card = { icon: "person", title: "Members", value: "12", to: "?card=members" };

  test("a summary card shows its right value in red only if it contains a slash", () => {
    const red = (right: string) => render(<SummaryCard {...card} left="left" right={right} />);
    expect(red("3 / 12")).toMatch(/<span class="[^"]*text-danger">3 \/ 12<\/span>/);
    expect(red("3 of 12")).not.toContain("text-danger");
    expect(render(<SummaryCard {...card} left="1/2" />)).not.toContain("text-danger");
  });

  test("a summary card reads 'View More' by default, and says whether it is selected", () => {
    expect(render(<SummaryCard {...card} />)).toContain("View More");
    const other = render(<SummaryCard {...card} label="See members" isActive tokenIcon="/t.svg" />);
    expect(other).not.toContain("View More");
    expect(other).toContain("See members");
    expect(other).toContain('aria-current="true"');
    expect(other).toContain('src="/t.svg"');
    expect(render(<SummaryCard {...card} />)).not.toContain("aria-current");
  });

  test("a summary card is a link to its target", () => {
    expect(render(<SummaryCard {...card} />)).toMatch(/^<a href="\?card=members"/);
  });
});

describe("the titled table", () => {
  const columns = [{ label: "Name", cell: (row: { name: string | null | undefined }) => row.name }];
  const table = { title: "People", columns, keyOf: () => "key" };

  test("a titled table shows 'No data available.' when it is empty", () => {
    expect(render(<DataTable {...table} rows={[]} />)).toContain("No data available.");
  });

  test("a titled table shows N/A for a missing cell, but not for a zero", () => {
    for (const name of [null, undefined, ""]) {
      expect(render(<DataTable {...table} rows={[{ name }]} />)).toContain("<span>N/A</span>");
    }
    const zero = [{ label: "Count", cell: () => 0 }];
    expect(render(<DataTable {...table} columns={zero} rows={[{ name: "" }]} />)).toContain(
      "<span>0</span>",
    );
  });
});

describe("a status", () => {
  const toneOf = (status: string | null) =>
    /badge-(\w+)/.exec(render(<StatusBadge status={status} />))?.[1];

  test("a list of facts leaves out those without a value, but not a zero", () => {
    const facts = [
      ["Bonus", false],
      ["Note", ""],
      ["Paid to", null],
      ["Rest", 0],
    ] as const;
    expect(render(<FactList facts={facts} />).match(/<dt>[^<]*/g)).toEqual(["<dt>Rest"]);
  });

  test("a status is green for approved and success, yellow for pending, red for failed, grey otherwise", () => {
    const tones = {
      success: ["APPROVED", "SUCCESS", "COMPLETED"],
      warning: ["PENDING"],
      danger: ["REJECT", "REJECTED", "FAILED"],
      plain: ["REVERSED", "ELSE"],
    };
    for (const [tone, statuses] of Object.entries(tones)) {
      expect(statuses.map(toneOf)).toEqual(statuses.map(() => tone));
    }
  });

  test("a status is text beside its colour, and N/A without a value", () => {
    expect(render(<StatusBadge status="REJECTED" />)).toMatch(/<svg.*<\/svg>Rejected/);
    expect(render(<StatusBadge status={null} />)).toMatch(/<\/svg>N\/A/);
    expect(toneOf(null)).toBe("plain");
  });
});

describe("the pages of a list", () => {
  test("the pages of a list are not shown if there is only one", () => {
    expect(render(<Pager page={1} lastPage={1} shape={INVESTOR_PAGER} />)).toBe("");
  });

  test("the pages of a list keep the URL's other parameters and mark the current page", () => {
    const pager = render(<Pager page={2} lastPage={3} shape={INVESTOR_PAGER} />);
    expect(
      [...pager.matchAll(/href="\?status=ALL&amp;page=(\d)"/g)].map(([, page]) => page),
    ).toEqual(["1", "1", "2", "3", "3"]);
    expect(pager).toMatch(/page=2" aria-current="page"/);
    const last = render(<Pager page={3} lastPage={3} shape={INVESTOR_PAGER} />);
    expect(last).toContain("Prev");
    expect(last).not.toContain("Next");
  });
});

test("a filter, a page size and a search keep each other's values and return to the first page", () => {
  const kept = (piece: ReactNode) =>
    [...render(piece).matchAll(/type="hidden" name="(\w+)" value="(\w+)"/g)]
      .map(([, name, value]) => `${name}=${value}`)
      .join("&");
  const choice = { label: "Choice", options: [{ value: "ALL", label: "All" }], value: "ALL" };
  expect(kept(<FilterSelect {...choice} name="status" />)).toBe("search=upi&limit=25");
  expect(kept(<FilterSelect {...choice} name="limit" />)).toBe("status=ALL&search=upi");
  expect(kept(<SearchBox label="Search" />)).toBe("status=ALL&limit=25");
});

import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { describe, expect, test, vi } from "vitest";
import { INVESTOR_PAGER } from "@server/domain/paging/paging";
import { createTranslator } from "~/locales/translator";
import { StatusBadge } from "./badge";
import { DataTable } from "./data-table";
import { FilterSelect } from "./filter-select";
import { Pager } from "./pager";
import { SearchBox } from "./search-box";
import { SummaryCard } from "./summary-card";

// A link needs a running router; here it is what it becomes.
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
vi.mock("~/lib/use-asked-params", () => ({
  useAskedParams: () => ({
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
  renderToStaticMarkup(<I18nextProvider i18n={createTranslator("en")}>{piece}</I18nextProvider>);

describe("the summary card", () => {
  const card = { icon: <i />, title: "Members", value: "12", to: "?card=members" };

  test("its right value is red when there is a slash in it, and only then", () => {
    const red = (right: string) => render(<SummaryCard {...card} left="left" right={right} />);
    expect(red("3 / 12")).toContain('<span class="text-danger">3 / 12</span>');
    expect(red("3 of 12")).not.toContain("text-danger");
    expect(render(<SummaryCard {...card} left="1/2" />)).not.toContain("text-danger");
  });

  test("reads 'View More' unless told otherwise, and says whether it is the chosen one", () => {
    expect(render(<SummaryCard {...card} />)).toContain("View More");
    const other = render(<SummaryCard {...card} label="See members" isActive tokenIcon="/t.svg" />);
    expect(other).not.toContain("View More");
    expect(other).toContain("See members");
    expect(other).toContain('aria-current="true"');
    expect(other).toContain('src="/t.svg"');
    expect(render(<SummaryCard {...card} />)).not.toContain("aria-current");
  });

  test("is a link to what it stands for", () => {
    expect(render(<SummaryCard {...card} />)).toMatch(/^<a href="\?card=members"/);
  });
});

describe("the titled table", () => {
  const columns = [{ label: "Name", cell: (row: { name: string | null | undefined }) => row.name }];
  const table = { title: "People", columns, keyOf: () => "key" };

  test("says 'No data available.' when it is empty", () => {
    expect(render(<DataTable {...table} rows={[]} />)).toContain("No data available.");
  });

  test("says N/A for a missing cell; a zero is not missing", () => {
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

  test("approved and success are green, what waits is yellow, what failed is red, others grey", () => {
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

  test("is a word beside its colour, and N/A where there is none", () => {
    expect(render(<StatusBadge status="REJECTED" />)).toMatch(/<svg.*<\/svg>Rejected/);
    expect(render(<StatusBadge status={null} />)).toMatch(/<\/svg>N\/A/);
    expect(toneOf(null)).toBe("plain");
  });
});

describe("the pages of a list", () => {
  test("are not offered where there is one alone", () => {
    expect(render(<Pager page={1} lastPage={1} shape={INVESTOR_PAGER} />)).toBe("");
  });

  test("keep what else the address asks for, and say which one is shown", () => {
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

test("a filter, a page size and a search keep one another and go back to the first page", () => {
  const kept = (piece: ReactNode) =>
    [...render(piece).matchAll(/type="hidden" name="(\w+)" value="(\w+)"/g)]
      .map(([, name, value]) => `${name}=${value}`)
      .join("&");
  const choice = { label: "Choice", options: [{ value: "ALL", label: "All" }], value: "ALL" };
  expect(kept(<FilterSelect {...choice} name="status" />)).toBe("search=upi&limit=25");
  expect(kept(<FilterSelect {...choice} name="limit" />)).toBe("status=ALL&search=upi");
  expect(kept(<SearchBox label="Search" />)).toBe("status=ALL&limit=25");
});

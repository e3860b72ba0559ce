import { expect, test } from "vitest";
import { TABLE } from "@server/http/rest/rows/row-table";
import { docsPage } from "./docs-page";

const html = await (await docsPage(new Request("https://api.example/api/docs"))).text();

/** Returns the text of a call's article. */
function articleOf(id: string): string {
  const [, article = ""] = html.split(`<article id="${id}"`);
  return (article.split("</article>")[0] ?? "")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&quot;", '"');
}

test("the documentation has every call of the table, the files and the document itself", () => {
  const names = [...html.matchAll(/<h3[^>]*><a[^>]*>([^<]+)</g)].map(([, name]) => name);
  const rows = TABLE.map(({ method, path }) => `${method} ${path}`);
  expect(names.sort()).toEqual([...rows, "GET /media/{id}", "GET /openapi.json"].sort());
});

test("the documentation shows a call's fields with places and limits, its answer and its refusals", () => {
  const buying = articleOf("postUserPackagePurchase");
  expect(buying).toContain("Idempotency-Key string header");
  expect(buying).toContain("paymentMethod required string");
  expect(buying).toContain("One of BANK, UPI, MANUAL.");
  expect(buying).toContain('"status": "success"');
  expect(buying).toContain("user.referralCode string");
  expect(buying).toMatch(/REFERENCE_USED \S+/);
  expect(articleOf("getMedia")).toContain("id required string path");
  expect(articleOf("getAdminBeneficiaryList")).toContain("records[].upi string or null");
});

test("the documentation names groups of fields of which one is required", () => {
  expect(articleOf("postUserAuthLogin")).toContain("One of these is required: user; or email.");
});

test("the documentation is under a policy that allows its style and nothing else", async () => {
  const answer = await docsPage(new Request("https://api.example/api/docs"));
  expect(answer.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; .*; style-src 'sha256-[^ ]+'$/,
  );
  expect(html).not.toMatch(/<script|style=/);
});

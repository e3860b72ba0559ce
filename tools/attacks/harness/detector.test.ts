/** @module-tag full */
import { describe, expect, test } from "vitest";
import {
  cellsOf,
  faultsInCss,
  faultsInCsv,
  faultsInHeaders,
  faultsInHtml,
  faultsInPdf,
  faultsInSvg,
} from "./detector";
import { z } from "zod";
import { contractTexts, reasonNotTyped, TYPED } from "./texts";

const BASE = "http://tenant.localhost:3000/";
const page = (body: string) => `<!doctype html><html><head></head><body>${body}</body></html>`;

describe("a canary in a page", () => {
  test.each([
    "<zqx001>",
    "<b zqx001=1>x</b>",
    "<img src=x onerror=zqx001()>",
    "<img src=//zqx001.example/a.png>",
    '<a href="javascript:zqx001()">x</a>',
    '<a href="java&#10;script:zqx001()">x</a>',
    '<form action="https://zqx001.example"></form>',
    '<iframe srcdoc="zqx001"></iframe>',
    '<div style="background:url(//zqx001.example)">x</div>',
    "<style>.zqx001{}</style>",
    "<script>zqx001()</script>",
    '<script>const a = "x"; zqx001;</script>',
    '<script>const a = "zqx001</script>',
    '<script type="application/json">{"a":"zqx001</script>',
    "<!-- zqx001 -->",
    '<meta http-equiv="refresh" content="0;url=zqx001">',
    "<noscript><img src=x onerror=zqx001()></noscript>",
    "<noscript><p title='</noscript><img src=x onerror=zqx001()>'></noscript>",
    "<template><zqx001></zqx001></template>",
    "<svg><a xlink:href='javascript:zqx001()'>x</a></svg>",
    '<img src="data:text/html,zqx001">',
    "<img src=\"data:image/svg+xml,<svg onload='zqx001()'></svg>\">",
    '<a class="zqx001">x</a>',
  ])("a canary in a page is found as %j", (body) => {
    expect(faultsInHtml(page(body), BASE)).not.toEqual([]);
  });

  test.each([
    "&lt;zqx001&gt;",
    '<p title="&lt;zqx001 onx=1&gt;">zqx001</p>',
    '<input value="&quot;&gt;&lt;zqx001&gt;">',
    '<a href="/register?ref=zqx001">x</a>',
    '<a href="https://t.example/zqx001">x</a>',
    '<a href="mailto:zqx001@people.example">x</a>',
    "<textarea><zqx001></textarea>",
    '<script>const a = "\\u003cscript>zqx001()";</script>',
    '<script type="application/ld+json">{"a":"zqx001"}</script>',
  ])("a canary in a page is text as %j", (body) => {
    expect(faultsInHtml(page(body), BASE)).toEqual([]);
  });
});

test("formulas are found by every separator, and texts are not taken for them", () => {
  for (const cell of ["=zqx001", "+zqx001", "@zqx001", "\t=zqx001", '"a;=zqx001()"', "x;-zqx001"]) {
    expect(faultsInCsv(`name,text\r\nA,${cell}\r\n`), cell).not.toEqual([]);
  }
  for (const cell of ["'=zqx001", "zqx001", '"a,\'=zqx001"', "x;'=zqx001", "a-zqx001@b"]) {
    expect(faultsInCsv(`name,text\r\nA,${cell}\r\n`), cell).toEqual([]);
  }
  expect(cellsOf('a,"b,""c""",d', ",")).toEqual(["a", 'b,"c"', "d"]);
});

test("script, links, styles and headers made of a canary are found", () => {
  expect(faultsInPdf(Buffer.from("/OpenAction 1 0 R"))).toEqual(["/OpenAction"]);
  expect(faultsInPdf(Buffer.from("/URI (https://zqx001.example)"))).toHaveLength(1);
  expect(faultsInPdf(Buffer.from("/Type /Page zqx001"))).toEqual([]);
  expect(faultsInSvg("<svg><script>1</script></svg>")).not.toEqual([]);
  expect(faultsInSvg("<svg><text>zqx001</text></svg>")).toEqual([]);
  expect(faultsInCss(":root{--a:zqx001}")).toHaveLength(1);
  expect(faultsInHeaders(["X-Zqx001", "1", "Location", "/"])).toEqual(["a header: X-Zqx001"]);
});

const typed = Object.entries(TYPED).flatMap(([name, fields]) =>
  fields.map((field) => `${name} ${field}` as const),
);

describe("texts that a person can type", () => {
  test("every text field is typed with canaries, or its text is not stored", () => {
    const missing = contractTexts().filter(
      (field) => !typed.includes(field) && reasonNotTyped(field) === null,
    );
    expect(missing).toEqual([]);
  });

  test("every typed text field is a field of a contract", () => {
    const known = new Set<string>(contractTexts());
    expect(typed.filter((field) => !known.has(field))).toEqual([]);
  });

  test("a new text field that is not typed with canaries fails the test", () => {
    expect(contractTexts()).toContain("orders.reject reason");
    expect(reasonNotTyped("orders.reject remark")).toBeNull();
    expect(z.toJSONSchema(z.object({ a: z.string() })).properties).toHaveProperty("a");
  });
});

import { randomBytes } from "node:crypto";
import { translateRefusal } from "@server/words";
import { pagePolicy } from "@server/http/security-headers";
import { type TakenField, alternativesOf, fieldsOf } from "./contract-of";
import { docsVersion } from "./docs-files";
import { INTRODUCTION, SECTIONS } from "./openapi";
import { refusalsByStatus } from "./refusals-of";
import type { Row } from "./row";
import { TABLE } from "./table";

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** Text in which backticks mark what is written as it stands. */
const words = (text: string): string => escape(text).replace(/`([^`]*)`/g, "<code>$1</code>");

const STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--dim:#57606a;--line:#d8dee4;--ground:#fff;--code:#f3f5f7}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--dim:#a9b1bb;--line:#3a4149;--ground:#14171a;--code:#22272c}}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1.25rem 6rem}
a{color:inherit}h2{margin-top:3rem}article{border-top:1px solid var(--line);padding:1.25rem 0}
h3{font-size:1.05rem;margin:0 0 .25rem;overflow-wrap:anywhere}
code{background:var(--code);border-radius:.25rem;padding:.1em .35em;overflow-wrap:anywhere}
dl{margin:.75rem 0}dt{font-weight:600;margin-top:.5rem;overflow-wrap:anywhere}dd{margin:0;color:var(--dim)}
summary{cursor:pointer;min-height:2rem}
.is-read{color-scheme:light}.is-read body{background:#fff}.is-read #plain{display:none}`;

/** The document as a page: readable as it comes, and with the package's reader once scripts run. */
export async function docsPage(secure: boolean): Promise<Response> {
  const nonce = randomBytes(16).toString("base64url");
  const v = await docsVersion();
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API | Prelaunch</title>
<style nonce="${nonce}">${STYLE}</style>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/swagger-ui.css?v=${v}">
<script nonce="${nonce}" src="/api/docs/swagger-ui-bundle.js?v=${v}" defer></script>
<script nonce="${nonce}" src="/api/docs/start.js?v=${v}" defer></script>
</head><body><main><h1>Prelaunch API</h1><div id="reader"></div>${plain()}</main></body></html>`;
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": pagePolicy(nonce, { dev: false, secure }),
    },
  });
}

let made: string | undefined;
const plain = (): string => (made ??= makePlain());

function makePlain(): string {
  const sections = Object.entries(SECTIONS).map(([audience, [title, about]]) => {
    const rows = TABLE.filter((row) => row.audience === audience);
    return `<section><h2>${escape(title)}</h2><p>${escape(about)}</p>${rows.map(article).join("")}</section>`;
  });
  const introduction = INTRODUCTION.split("\n\n").map((part) => `<p>${words(part)}</p>`);
  return `<div id="plain"><p>The calls of <code>/api/v1</code>. For programs: <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.</p>${introduction.join("")}${sections.join("")}</div>`;
}

function article(row: Row): string {
  const fields = fieldsOf(row);
  const groups = alternativesOf(row);
  const codes = refusalsByStatus(row)
    .flatMap(([status, all]) => all.map((code) => [status, code] as const))
    .map(
      ([status, code]) =>
        `<dt><code>${code}</code> ${status}</dt><dd>${escape(translateRefusal("en", code))}</dd>`,
    );
  const needs = groups.map((names) => names.map((name) => `<code>${name}</code>`).join(", "));
  return `<article><h3><code>${row.method} ${escape(row.path)}</code></h3><p>${words(row.about)}</p>
${fields.length > 0 ? `<dl>${fields.map(entry).join("")}</dl>` : ""}
${needs.length > 0 ? `<p>One of these is needed: ${needs.join("; or ")}.</p>` : ""}
<details><summary>Refusals</summary><dl>${codes.join("")}</dl></details></article>`;
}

const entry = ({ name, isNeeded, means, example, schema }: TakenField): string => {
  const limits = [
    schema.enum && `one of ${schema.enum.join(", ")}`,
    schema.minLength !== undefined && schema.minLength > 1 && `at least ${schema.minLength} signs`,
    schema.maxLength !== undefined && `at most ${schema.maxLength} signs`,
    schema.minimum !== undefined && `from ${schema.minimum}`,
    schema.maximum !== undefined && `to ${schema.maximum}`,
  ].filter(Boolean);
  const rest = limits.length > 0 ? ` (${limits.join(", ")})` : "";
  return `<dt><code>${name}</code>${isNeeded ? " needed" : ""}</dt><dd>${words(means)}${escape(rest)} For example <code>${escape(String(example))}</code>.</dd>`;
};

import { renderToStaticMarkup } from "react-dom/server";
import { memoize } from "@themes/memoize";
import { compressed, respondWith } from "@server/http/pages/representations";
import { byHash, pagePolicy } from "@server/http/edge/security";
import { openApiDocument } from "@server/http/rest/openapi/openapi";
import { CallArticle, Marked } from "./docs-call";
import { FirstPurchase } from "./first-purchase";
import { DOCS_SCRIPT } from "./docs-script";
import { readDocument, type Section } from "./read-document";

/** The page's own style: independent of brands, with both colour schemes in one sheet. */
const DOCS_STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--dim:#505861;--line:#d5dae0;--ground:#fff;--sunken:#f3f5f7;--link:#0550ae;--get:#0b5c2f;--post:#0550ae;--put:#7a4a00;--delete:#a40e26}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--dim:#b3bac3;--line:#3a4149;--ground:#14171a;--sunken:#1f2429;--link:#8cc2ff;--get:#7ee2a0;--post:#8cc2ff;--put:#ecb95c;--delete:#ff9d9d}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,sans-serif}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.frame{max-width:80rem;margin:0 auto;padding:0 1.25rem 6rem}
.skip{position:absolute;left:-999px}
.skip:focus{left:1rem;top:1rem;padding:.75rem 1rem;background:var(--ground)}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
h1,h2,h3,h4{line-height:1.25;overflow-wrap:anywhere}
h2{margin:3rem 0 .5rem;font-size:1.5rem}
h3{margin:0 0 .25rem;font:600 1.0625rem/1.4 ui-monospace,monospace}
h3 a{color:inherit;text-decoration:none}
h3 a:hover{text-decoration:underline}
h4{margin:1rem 0 .25rem;font-size:1rem}
article{border-top:1px solid var(--line);padding:1.5rem 0}
article>p{margin:.25rem 0 .75rem;max-width:46rem}
.get{color:var(--get)}.post{color:var(--post)}.put{color:var(--put)}.delete{color:var(--delete)}
code,pre{font:.875rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
code{background:var(--sunken);border-radius:.25rem;padding:.1em .35em}
pre{margin:.75rem 0;padding:.75rem 1rem;border-radius:.5rem;background:var(--sunken);white-space:pre-wrap}
dl{margin:.75rem 0}
dl>div{padding:.375rem 0}
dt{font-weight:600;overflow-wrap:anywhere}
dd{margin:0;color:var(--dim);overflow-wrap:anywhere}
small{font-weight:400;color:var(--dim);font-size:.875rem}
ul{margin:.25rem 0;padding-left:1.25rem}
summary{display:flex;align-items:center;min-height:2.75rem;cursor:pointer;font-weight:600;gap:.5rem}
summary::before{content:"";width:.5rem;height:.5rem;border:solid currentColor;border-width:0 2px 2px 0;transform:rotate(-45deg);flex:none}
details[open]>summary::before{transform:rotate(45deg)}
summary::-webkit-details-marker{display:none}
.part{padding:0 0 .5rem 1rem;border-left:2px solid var(--line)}
.field{margin:.75rem 0}
label{display:block;font-weight:600;overflow-wrap:anywhere}
input,select{width:100%;max-width:32rem;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--dim);border-radius:.375rem;background:var(--ground);color:var(--ink);font:inherit}
button{min-height:2.75rem;padding:.5rem 1.5rem;border:1px solid var(--ink);border-radius:.375rem;background:var(--ink);color:var(--ground);font:inherit;font-weight:600;cursor:pointer}
button:disabled{opacity:.6;cursor:wait}
.outcome:empty{display:none}
.outcome{font-weight:600}
nav ul{margin:0;padding:0;list-style:none}
nav a{display:flex;align-items:center;min-height:2.75rem;text-decoration:none;overflow-wrap:anywhere}
nav a:hover{text-decoration:underline}
nav>ul{display:flex;flex-wrap:wrap;gap:0 1.5rem}
nav ul ul{display:none}
@media (min-width:64rem){
.frame{display:grid;grid-template-columns:17rem minmax(0,1fr);gap:3rem}
nav{position:sticky;top:0;height:100dvh;overflow-y:auto;padding:2rem .25rem}
nav>ul,nav ul ul{display:block}
nav ul ul{margin-bottom:1rem}
nav ul ul a{min-height:1.875rem;font-size:.875rem;color:var(--dim);padding-left:.75rem}
}`;

/** The page does not depend on the reader: calls are sent to the page's own host. */
const page = memoize(
  async () => {
    const body = renderToStaticMarkup(<Reference {...readDocument(openApiDocument(""))} />);
    const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API | Prelaunch</title>
<link rel="icon" href="data:,">
<style>${DOCS_STYLE}</style>
</head><body>${body}
<script>${DOCS_SCRIPT}</script></body></html>`;
    return { bodies: await compressed(html), inline: byHash(html) };
  },
  () => "",
);

/** `/api/docs`: the OpenAPI document as one page, complete without scripts. */
export async function docsPage(request: Request, secure: boolean): Promise<Response> {
  const { bodies, inline } = await page(undefined);
  return respondWith(request, bodies, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    "content-security-policy": pagePolicy(inline, { dev: false, secure }),
  });
}

function Reference({ introduction, sections }: ReturnType<typeof readDocument>) {
  return (
    <>
      <a className="skip" href="#calls">
        Skip to the calls
      </a>
      <div className="frame">
        <CallIndex sections={sections} />
        <main>
          <h1>Prelaunch API</h1>
          <p>
            The calls of <code>/api/v1</code>. For programs:{" "}
            <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.
          </p>
          {introduction.split("\n\n").map((paragraph) => (
            <p key={paragraph}>
              <Marked text={paragraph} />
            </p>
          ))}
          <FirstPurchase />
          <div className="token field" hidden>
            <label htmlFor="token">Token for the calls that are tried here</label>
            <input id="token" type="password" autoComplete="off" />
          </div>
          <div id="calls">
            {sections.map(({ name, description, calls }) => (
              <section key={name} aria-labelledby={idOf(name)}>
                <h2 id={idOf(name)}>{name}</h2>
                <p>{description}</p>
                {calls.map((call) => (
                  <CallArticle key={call.id} call={call} />
                ))}
              </section>
            ))}
          </div>
        </main>
      </div>
    </>
  );
}

function CallIndex({ sections }: { sections: readonly Section[] }) {
  return (
    <nav aria-label="Calls">
      <ul>
        {sections.map(({ name, calls }) => (
          <li key={name}>
            <a href={`#${idOf(name)}`}>{name}</a>
            <ul>
              {calls.map(({ id, method, path }) => (
                <li key={id}>
                  <a href={`#${id}`}>
                    {method} {path}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const idOf = (section: string): string => section.toLowerCase().replaceAll(" ", "-");

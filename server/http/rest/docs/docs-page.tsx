import { renderToStaticMarkup } from "react-dom/server";
import { memoize } from "@themes/memoize";
import { respondWith, compressed } from "@server/http/pages/representations";
import { byHash, pagePolicy } from "@server/http/edge/security";
import { openApiDocument } from "@server/http/rest/openapi/openapi";
import { CallArticle, Marked } from "./docs-call";
import { DOCS_SCRIPT } from "./docs-script";
import { DOCS_STYLE } from "./docs-style";
import { type Section, readDocument } from "./read-document";

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

import { PassThrough } from "node:stream";
import {
  createReadableStreamFromReadable,
  type EntryContext,
  type ServerBuild,
} from "@remix-run/node";
import {
  Form,
  Link,
  Links,
  Meta,
  Outlet,
  RemixServer,
  Scripts,
  ScrollRestoration,
  useLoaderData,
} from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";

/**
 * A login page as small as it can be, for stock `remix-serve`: the baseline of the goals of page
 * speed. It has no database, languages or brand.
 */
const TOKEN = {
  title: "Sample Token",
  distribution: ["50% Public Cell", "30% Referral Programme", "10% Angel Investor"],
  links: ["youtube", "facebook", "instagram", "telegram", "whatsApp", "X"],
  note: "Token values can go up and down; no return is guaranteed.",
};

function App() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

function Login() {
  const token = useLoaderData<typeof TOKEN>();
  return (
    <div className="wrap">
      <header>
        <Link to="/">{token.title}</Link>
        <nav aria-label="Main">
          <Link to="/">Log in</Link> <Link to="/register">Register</Link>
        </nav>
      </header>
      <main>
        <h1>{token.title} pre-launch program</h1>
        <Form method="post" noValidate>
          <fieldset>
            <legend>Log in</legend>
            <label htmlFor="email">Email</label>
            <input id="email" name="email" type="email" autoComplete="username" required />
            <label htmlFor="password">Password</label>
            <input id="password" name="password" type="password" required />
            <button type="submit">Log in</button>
          </fieldset>
        </Form>
        <ul>
          {token.distribution.map((share) => (
            <li key={share}>{share}</li>
          ))}
        </ul>
      </main>
      <footer>
        <ul>
          {token.links.map((name) => (
            <li key={name}>
              <a href={`https://example.com/${name}`}>{name}</a>
            </li>
          ))}
        </ul>
        <p>{token.note}</p>
      </footer>
    </div>
  );
}

function streamed(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const page = <RemixServer context={remixContext} url={request.url} />;
    const { pipe } = renderToPipeableStream(page, {
      onShellReady() {
        const body = new PassThrough();
        headers.set("Content-Type", "text/html");
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
        pipe(body);
      },
      onShellError: reject,
    });
  });
}

const route = { hasAction: false, hasLoader: true, hasClientAction: false, hasClientLoader: false };
const inBrowser = { ...route, hasErrorBoundary: false, imports: [], css: [] };

export const entry: ServerBuild["entry"] = { module: { default: streamed } };
export const routes: ServerBuild["routes"] = {
  root: { id: "root", path: "", module: { default: App } },
  index: {
    id: "index",
    parentId: "root",
    index: true,
    module: {
      default: Login,
      loader: () => TOKEN,
      meta: () => [
        { title: `${TOKEN.title} | Login` },
        { name: "description", content: "Pre-launch program of a token." },
      ],
    },
  },
};
export const assets: ServerBuild["assets"] = {
  entry: { module: "/assets/entry.js", imports: ["/assets/libraries.js"] },
  routes: {
    root: { ...inBrowser, hasLoader: false, id: "root", path: "", module: "/assets/root.js" },
    index: {
      ...inBrowser,
      id: "index",
      parentId: "root",
      index: true,
      module: "/assets/index.js",
    },
  },
  url: "/assets/manifest.js",
  version: "1",
};
export const future: ServerBuild["future"] = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_singleFetch: true,
  v3_lazyRouteDiscovery: true,
};
export const assetsBuildDirectory = "build/client";
export const basename = "/";
export const isSpaMode = false;
export const mode = "production";
export const publicPath = "/";

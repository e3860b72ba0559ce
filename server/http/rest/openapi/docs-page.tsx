import { createHash } from "node:crypto";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { memoize } from "@themes/memoize";
import { compressed, respondWith } from "@server/http/pages/representations";
import { NOTHING } from "@server/http/edge/security";
import { type Operation, openApiDocument } from "./openapi";
import type { Schema } from "./row-contract";

/** The page's own style: independent of brands, with both colour schemes in one sheet. */
const STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--ground:#fff;--dim:#505861;--line:#d5dae0;--sunken:#f3f5f7;--link:#0550ae}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--ground:#14171a;--dim:#b3bac3;--line:#3a4149;--sunken:#1f2429;--link:#8cc2ff}}
html{background:var(--ground);color:var(--ink)}
body{max-width:52rem;margin:0 auto;padding:0 1.25rem 6rem;font:16px/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
a{color:var(--link)}
h1,h2,h3{line-height:1.25}
article{border-top:1px solid var(--line);padding:1.5rem 0}
h3,code,pre{font-family:ui-monospace,monospace}
h3 a{color:inherit}
code,pre{font-size:.875rem;background:var(--sunken);border-radius:.25rem;padding:.1em .35em}
pre{padding:.75rem 1rem;white-space:pre-wrap}
dd{margin:0 0 .75rem;color:var(--dim)}
summary,nav a{min-height:2.75rem;line-height:2.75rem;cursor:pointer}
nav ul{padding:0;list-style:none}
nav a{display:block}`;

/** The calls of a first purchase, in order; a test runs them as the page shows them. */
const FIRST_PURCHASE: readonly { what: string; command: string }[] = [
  {
    what: "Ask for a code. It is mailed; the demo shows it at /demo/outbox.",
    command: `curl "$SITE/api/v1/user/auth/register/otp" -H 'content-type: application/json' \\
  -d '{ "name": "Asha Rao", "email": "asha.rao@example.com", "mobile": "9876543210" }'`,
  },
  {
    what: "Register with it.",
    command: `curl "$SITE/api/v1/user/auth/register" -H 'content-type: application/json' \\
  -d '{ "name": "Asha Rao", "email": "asha.rao@example.com", "mobile": "9876543210", "dateOfBirth": "1990-01-31", "password": "a pass phrase of Asha", "otp": "$OTP" }'`,
  },
  {
    what: "Log in. The answer has the token of the next calls.",
    command: `curl "$SITE/api/v1/user/auth/login" -H 'content-type: application/json' \\
  -d '{ "user": "asha.rao@example.com", "password": "a pass phrase of Asha" }'`,
  },
  {
    what: "Read the price.",
    command: `curl "$SITE/api/v1/user/package/price/get" -H "authorization: Bearer $TOKEN"`,
  },
  {
    what: "Buy for an amount and say how it was paid. An admin, or a key that may decide, approves it.",
    command: `curl "$SITE/api/v1/user/package/purchase" -H "authorization: Bearer $TOKEN" \\
  -H 'content-type: application/json' -H 'idempotency-key: my-first-purchase' \\
  -d '{ "amount": "5000", "paymentMethod": "MANUAL" }'`,
  },
];

/** The page is made once: it does not depend on its reader. */
const page = memoize(
  () =>
    compressed(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API | Prelaunch</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head><body>${renderToStaticMarkup(<Reference />)}</body></html>`),
  () => "",
);

const POLICY = `${NOTHING}; img-src data:; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

/** `/api/docs`: the OpenAPI document as one page, which has no script. */
export const docsPage = async (request: Request): Promise<Response> =>
  respondWith(request, await page(undefined), {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    "content-security-policy": POLICY,
  });

function Reference() {
  const { info, tags, paths } = openApiDocument("");
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  const sections = tags.map((tag) => ({
    ...tag,
    calls: calls.filter(({ operation }) => operation.tags[0] === tag.name),
  }));
  return (
    <main>
      <h1>Prelaunch API</h1>
      <p>
        The calls of <code>/api/v1</code>. Postman, Insomnia, Bruno, Swagger UI, Scalar and OpenAPI
        Generator import <a href="/api/v1/openapi.json">OpenAPI 3.1</a>, to try calls and to
        generate clients.
      </p>
      {info.description.split("\n\n").map((paragraph) => (
        <p key={paragraph}>
          <Marked text={paragraph} />
        </p>
      ))}
      <section aria-labelledby="first-purchase">
        <h2 id="first-purchase">A first purchase in five calls</h2>
        <p>
          <code>$SITE</code> is the address of a company&apos;s site, for example{" "}
          <code>http://rsgn.localhost:3000</code> of <code>npm run demo</code>.
        </p>
        <ol>
          {FIRST_PURCHASE.map(({ what, command }) => (
            <li key={what}>
              {what}
              <pre>{command}</pre>
            </li>
          ))}
        </ol>
      </section>
      <nav aria-label="Calls">
        <ul>
          {calls.map(({ name, operation }) => (
            <li key={name}>
              <a href={`#${operation.operationId}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map((section) => (
        <section key={section.name}>
          <h2>{section.name}</h2>
          <p>{section.description}</p>
          {section.calls.map((call) => (
            <CallArticle key={call.name} {...call} />
          ))}
        </section>
      ))}
    </main>
  );
}

/** Text with code in backticks. */
const Marked = ({ text }: { text: string }): ReactNode =>
  text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));

/** One call: its description, input, answer and refusals. */
function CallArticle({ name, operation }: { name: string; operation: Operation }) {
  const { operationId: id, parameters = [], requestBody, responses } = operation;
  const { "200": success, ...refusals } = responses;
  const [body] = Object.values(requestBody?.content ?? {});
  const answer = success?.content?.["application/json"]?.schema;
  return (
    <article id={id} aria-labelledby={`${id}-name`}>
      <h3 id={`${id}-name`}>
        <a href={`#${id}`}>{name}</a>
      </h3>
      <p>
        <Marked text={operation.summary} />
      </p>
      {parameters.length > 0 && (
        <dl>
          {parameters.map(({ name: parameter, in: place, required, schema }) => (
            <Field
              key={parameter}
              name={parameter}
              note={`${required ? "required " : ""}${typeOf(schema)} ${place}`}
              schema={schema}
            />
          ))}
        </dl>
      )}
      {body && <Fields schema={body.schema} required={body.schema.required} />}
      {body?.schema.anyOf && (
        <p>
          One of these is required:{" "}
          {body.schema.anyOf.map(({ required = [] }) => required.join(", ")).join("; or ")}.
        </p>
      )}
      <details>
        <summary>Answer</summary>
        <p>{success?.description}</p>
        {answer && <pre>{JSON.stringify(exampleOf(answer), null, 2)}</pre>}
        {answer?.properties?.["data"] && <Fields schema={answer.properties["data"]} />}
      </details>
      <details>
        <summary>Refusals</summary>
        {Object.entries(refusals).map(([status, { description }]) => (
          <section key={status}>
            <h4>{status}</h4>
            <ul>
              {description.split("\n\n").map((line) => (
                <li key={line}>
                  <Marked text={line} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </details>
    </article>
  );
}

function Fields({ schema, required = [] }: { schema: Schema; required?: Schema["required"] }) {
  const fields = fieldsIn(schema);
  if (fields.length === 0) return null;
  return (
    <dl>
      {fields.map((field) => (
        <Field
          key={field.name}
          {...field}
          note={`${required.includes(field.name) ? "required " : ""}${typeOf(field.schema)}`}
        />
      ))}
    </dl>
  );
}

function Field({ name, note, schema }: { name: string; note: string; schema: Schema }) {
  const [example] = schema.examples ?? [];
  return (
    <>
      <dt>
        <code>{name}</code> {note}
      </dt>
      <dd>
        <Marked text={schema.description ?? ""} /> {limitsOf(schema)}
        {example !== undefined && (
          <>
            For example{" "}
            <code>{typeof example === "string" ? example : JSON.stringify(example)}</code>.
          </>
        )}
      </dd>
    </>
  );
}

/** All fields inside a schema by their full names, such as `records[].user.name`, parents first. */
function fieldsIn(schema: Schema, prefix = ""): { name: string; schema: Schema }[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    return [{ name, schema: inner }, ...fieldsIn(inner, name)];
  });
  const items = schema.items ? fieldsIn(schema.items, `${prefix}[]`) : [];
  return [...own, ...items, ...(schema.anyOf ?? []).flatMap((one) => fieldsIn(one, prefix))];
}

const typeOf = ({ type, anyOf }: Schema): string =>
  anyOf ? anyOf.map(typeOf).join(" or ") : [type ?? "string"].flat().join(" or ");

const LIMITS = ["format", "minLength", "maxLength", "minimum", "maximum"] as const;

/** Allowed values, by the words of JSON Schema. */
const limitsOf = (schema: Schema): string =>
  [
    schema.enum ? `One of ${[...new Set(schema.enum.map(String))].join(", ")}. ` : "",
    // zod adds the bounds of safe integers, which say nothing about the field.
    ...LIMITS.filter(
      (limit) => limit in schema && Math.abs(Number(schema[limit])) !== Number.MAX_SAFE_INTEGER,
    ).map((limit) => `${limit} ${String(schema[limit])}. `),
  ].join("");

/** A value that fits a schema, built from the examples inside it. */
function exampleOf(schema: Schema): unknown {
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.length) return schema.enum[0];
  if (schema.properties) {
    const entries = Object.entries(schema.properties);
    return Object.fromEntries(entries.map(([name, inner]) => [name, exampleOf(inner)]));
  }
  if (schema.items) return [exampleOf(schema.items)];
  return schema.anyOf?.[0] ? exampleOf(schema.anyOf[0]) : null;
}

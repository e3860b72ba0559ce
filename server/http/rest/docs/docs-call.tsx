import type { ReactNode } from "react";
import type { Call, Input, Schema } from "./read-document";
import { TryForm } from "./try-form";

/** One field of an answer by its full name, such as `records[].user.name`. */
interface AnswerField {
  name: string;
  schema: Schema;
}

/** All fields inside a schema, parents first. */
export function fieldsIn(schema: Schema, prefix = ""): AnswerField[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    return [{ name, schema: inner }, ...fieldsIn(inner, name)];
  });
  const items = schema.items ? fieldsIn(schema.items, `${prefix}[]`) : [];
  const alternatives = (schema.anyOf ?? []).flatMap((one) => fieldsIn(one, prefix));
  return [...own, ...items, ...alternatives];
}

/** The type in words: "text", "whole number or text", "list". */
export function typeOf(schema: Schema): string {
  const types = schema.anyOf
    ? schema.anyOf.map(typeOf)
    : [schema.type ?? typeof (schema.const ?? schema.enum?.[0])].flat().map(typeName);
  return [...new Set(types)].join(" or ");
}

const NAMES: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  boolean: "true or false",
  array: "list",
};

const typeName = (type: string): string => NAMES[type] ?? type;

/** Allowed values: "one of A, B", "at most 200 characters". */
export function limitsOf(schema: Schema): string[] {
  const { minLength = 0, maxLength, minimum, maximum } = schema;
  // zod adds the bounds of safe integers, which say nothing about the field.
  const isSafe = (bound: number) => Math.abs(bound) === Number.MAX_SAFE_INTEGER;
  return [
    schema.enum ? `one of ${[...new Set(schema.enum.map(String))].join(", ")}` : "",
    schema.format === "uuid" ? "a UUID" : "",
    minLength > 1 ? `at least ${minLength} characters` : "",
    maxLength === undefined ? "" : `at most ${maxLength} characters`,
    minimum === undefined || isSafe(minimum) ? "" : `from ${minimum}`,
    maximum === undefined || isSafe(maximum) ? "" : `to ${maximum}`,
  ].filter((limit) => limit !== "");
}

/** A value that fits a schema, built from the examples inside it. */
export function exampleOf(schema: Schema): unknown {
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.length) return schema.enum[0];
  if (schema.properties) {
    const entries = Object.entries(schema.properties);
    return Object.fromEntries(entries.map(([name, inner]) => [name, exampleOf(inner)]));
  }
  if (schema.items) return [exampleOf(schema.items)];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0]);
  return null;
}

/** Text with code in backticks. */
export function Marked({ text }: { text: string }): ReactNode {
  return text
    .split("`")
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

/** One call: its description, input, answer and refusals, and a form to send it. */
export function CallArticle({ call }: { call: Call }) {
  const name = `${call.method} ${call.path}`;
  return (
    <article id={call.id} aria-labelledby={`${call.id}-name`}>
      <h3 id={`${call.id}-name`}>
        <a href={`#${call.id}`}>
          <span className={`method ${call.method.toLowerCase()}`}>{call.method}</span> {call.path}
        </a>
      </h3>
      <p>
        <Marked text={call.summary} />
      </p>
      <Inputs call={call} />
      <Part title="Answer" of={name}>
        <Answer call={call} />
      </Part>
      <Part title="Refusals" of={name}>
        {call.refusals.map(({ status, lines }) => (
          <section key={status}>
            <h4>{status}</h4>
            <ul>
              {lines.map((line) => (
                <li key={line}>
                  <Marked text={line} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Part>
      <TryForm call={call} />
    </article>
  );
}

function Part({ title, of, children }: { title: string; of: string; children: ReactNode }) {
  return (
    <details>
      <summary>
        {title}
        <span className="unseen"> of {of}</span>
      </summary>
      <div className="part">{children}</div>
    </details>
  );
}

function Inputs({ call }: { call: Call }) {
  if (call.inputs.length === 0) return null;
  return (
    <>
      <dl>
        {call.inputs.map((input) => (
          <div key={input.name}>
            <dt>
              <code>{input.name}</code>
              {input.isRequired && " required"}
              {input.in !== "body" && input.in !== "query" && <small> {input.in}</small>}
            </dt>
            <dd>
              <Marked text={input.description} />
              <Limits schema={input.schema} /> <Example schema={input.schema} />
            </dd>
          </div>
        ))}
      </dl>
      {call.alternatives.length > 0 && (
        <p>
          One of these is required:{" "}
          {call.alternatives.map((names, index) => (
            <span key={names.join()}>
              {index > 0 && "; or "}
              <code>{names.join(", ")}</code>
            </span>
          ))}
          .
        </p>
      )}
    </>
  );
}

const Limits = ({ schema }: Pick<Input, "schema">) => {
  const limits = limitsOf(schema).join(", ");
  return limits && ` ${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`;
};

const Example = ({ schema }: Pick<Input, "schema">) => {
  const [example] = schema.examples ?? [];
  if (example === undefined) return null;
  return (
    <>
      For example <code>{typeof example === "string" ? example : JSON.stringify(example)}</code>.
    </>
  );
};

function Answer({ call: { answer, answerDescription } }: { call: Call }) {
  const data = answer?.properties?.["data"];
  const fields = data ? fieldsIn(data) : [];
  return (
    <>
      <p>
        <Marked text={answerDescription} />
      </p>
      {answer && <pre>{JSON.stringify(exampleOf(answer), null, 2)}</pre>}
      {fields.length > 0 && (
        <dl>
          {fields.map(({ name, schema }) => (
            <div key={name}>
              <dt>
                <code>{name}</code> <small>{typeOf(schema)}</small>
              </dt>
              <dd>
                <Marked text={schema.description ?? ""} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

import type { ReactNode } from "react";
import type { Call, Input } from "./read-document";
import { exampleOf, fieldsIn, limitsOf, typeOf } from "./schema-text";
import { TryForm } from "./try-form";

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

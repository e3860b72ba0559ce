import type { Call, Input } from "./read-document";

/** A form that sends the call; hidden until the page's script runs. */
export function TryForm({ call }: { call: Call }) {
  const name = `${call.method} ${call.path}`;
  return (
    <details className="try" hidden>
      <summary>
        Try it<span className="unseen">: {name}</span>
      </summary>
      <form
        className="part"
        data-method={call.method}
        data-path={call.path}
        data-multipart={call.isMultipart || undefined}
        autoComplete="off"
      >
        {call.inputs.map((input) => (
          <TryField key={input.name} input={input} id={`${call.id}-${input.name}`} />
        ))}
        <button type="submit">
          Send<span className="unseen"> {name}</span>
        </button>
        <p className="outcome" role="status" />
        <pre className="sent" hidden />
        <pre className="received" hidden />
      </form>
    </details>
  );
}

function TryField({ input, id }: { input: Input; id: string }) {
  const { name, schema, isRequired } = input;
  const shared = { id, name, "data-in": input.in, required: isRequired };
  return (
    <div className="field">
      <label htmlFor={id}>
        {name}
        {isRequired && " (required)"}
      </label>
      {schema.enum ? (
        <select {...shared}>
          <option value="">Not sent</option>
          {[...new Set(schema.enum.map(String))].map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
      ) : (
        <input {...shared} type={typeOf(input)} autoComplete="off" spellCheck={false} />
      )}
    </div>
  );
}

function typeOf({ name, schema }: Input): "file" | "password" | "text" {
  if (schema.format === "binary") return "file";
  return /password/i.test(name) ? "password" : "text";
}

import * as conform from "@conform-to/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import * as own from "./use-form";

const CONSTRAINT = {
  otp: { required: true, minLength: 6, maxLength: 24 },
  amount: { required: true, min: "0.01", step: 0.01, pattern: "\\d+" },
  files: { multiple: true },
};

const FIELDS = ["otp", "amount", "files", "links[0].url", "note"] as const;

type Result = NonNullable<Parameters<typeof conform.useForm>[0]["lastResult"]>;

function Fields({ forms }: { forms: typeof conform }) {
  const [otp] = forms.useField<string>("otp");
  const [amount] = forms.useField<string>("amount");
  const [files] = forms.useField<string>("files");
  const [link] = forms.useField<string>("links[0].url");
  const [note] = forms.useField<string>("note");
  return (
    <>
      {[otp, amount, files, link, note].map((meta, at) => (
        <div key={FIELDS[at]}>
          <input {...forms.getInputProps(meta, { type: "text", value: false })} />
          <input {...forms.getInputProps(meta, { type: "checkbox", value: false })} />
          <select {...forms.getSelectProps(meta, { value: false })} />
          <textarea {...forms.getTextareaProps(meta, { value: false })} />
          <p id={meta.descriptionId}>{meta.name}</p>
          <p id={meta.errorId}>{meta.errors?.join(" / ")}</p>
        </div>
      ))}
    </>
  );
}

function Form({
  forms,
  id,
  lastResult,
}: {
  forms: typeof conform;
  id?: string;
  lastResult: Result;
}) {
  const [form] = forms.useForm({
    ...(id !== undefined && { id }),
    constraint: CONSTRAINT,
    lastResult,
    defaultNoValidate: true,
  });
  return (
    <forms.FormProvider context={form.context}>
      <form {...forms.getFormProps(form)} noValidate>
        <Fields forms={forms} />
      </form>
    </forms.FormProvider>
  );
}

/** With each element's attributes in one order. */
const ordered = (html: string): string =>
  html.replace(/<(\w+)((?: [\w-]+="[^"]*")+)/g, (_all, name: string, attributes: string) =>
    [`<${name}`, ...(attributes.match(/[\w-]+="[^"]*"/g) ?? []).sort()].join(" "),
  );

const RESULTS: Record<string, Result> = {
  "nothing refused": { error: {} },
  "two fields and the form refused": {
    status: "error",
    error: { "": ["Not now."], otp: ["Six digits.", "Not these."], "links[0].url": ["No link."] },
  },
};

test.each(Object.entries(RESULTS))(
  "the browser's form has the markup of conform's, which the server renders: %s",
  (_name, lastResult) => {
    for (const id of [undefined, "own-id"]) {
      const markup = (forms: unknown) =>
        renderToStaticMarkup(
          <Form
            forms={forms as typeof conform}
            lastResult={lastResult}
            {...(id !== undefined && { id })}
          />,
        );
      expect(ordered(markup(own))).toBe(ordered(markup(conform)));
    }
  },
);

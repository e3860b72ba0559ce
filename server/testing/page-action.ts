import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import type { Caller } from "@server/http/router";

interface Sent {
  params?: Record<string, string>;
  /** The text of the form's file; "" for a form whose file was not chosen. */
  file?: string;
}

/** The answer of a page's action: where it leads, or its messages by field and its data. */
export interface PageAnswer {
  /** The path of the next page; null for the same one. */
  to: string | null;
  status: number;
  /** The fields with a message; "" is the form itself. */
  refused: string[];
  data: unknown;
}

/** Sends a form to a page's action, as a browser of that caller's person does. */
export async function sendForm(
  action: (args: ActionFunctionArgs) => Promise<unknown>,
  api: Caller,
  fields: Record<string, string>,
  { params = {}, file }: Sent = {},
): Promise<PageAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const isMultipart = file !== undefined;
  const body = isMultipart ? form : new URLSearchParams(fields);
  const request = new Request("http://house.localhost/", { method: "POST", body });
  const bytes = new TextEncoder().encode(file);
  const read = () =>
    Promise.resolve({
      fields: form,
      file: file ? { fileName: "a file", bytes } : null,
      refused: null,
    });
  const context = {
    caller: {
      language: "en",
      member: () => Promise.resolve(api),
      admin: () => Promise.resolve(api),
      request: { asked: {} },
      files: { read },
    },
  } as unknown as AppLoadContext;
  const answer = await action({ request, params, context }).catch((thrown: unknown) => thrown);
  if (answer instanceof Response) {
    const to = answer.headers.get("location");
    return { to, status: answer.status, refused: [], data: null };
  }
  const { data, init } = answer as {
    data?: { error?: Record<string, string[]>; status?: number };
    init?: { status: number } | null;
  };
  if (answer instanceof Error) throw answer;
  return {
    to: null,
    status: init?.status ?? data?.status ?? 200,
    refused: Object.keys(data?.error ?? {}),
    data: data ?? answer,
  };
}

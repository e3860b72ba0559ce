import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import type { CallOptions } from "@server/http/pages/load-context";
import type { Caller } from "@server/http/router";
import { refusalFrom } from "@server/access/call/refusal-from";

/** The context of a page that calls procedures as one person, whatever their role. */
export function pageContext(as: (options: CallOptions) => Promise<Caller>): AppLoadContext {
  const person = (options: CallOptions = {}) => as(options);
  const read = async (request: Request) => {
    const fields = await request.formData();
    const [name, sent] = [...fields].find(([, one]) => one instanceof File) ?? [];
    if (!name || !(sent instanceof File)) return { file: null, fields, refused: null };
    fields.delete(name);
    const bytes = new Uint8Array(await sent.arrayBuffer());
    return { file: { fileName: sent.name, bytes }, fields, refused: null };
  };
  const report = (thrown: unknown) => {
    throw thrown;
  };
  return {
    site: { kind: "company", company: {} },
    caller: {
      language: "en",
      member: person,
      admin: person,
      request: { id: "request-1", report },
      files: { read },
    },
  } as unknown as AppLoadContext;
}

/** What a page answered to a form: where it leads with which toast, or what refused it. */
export interface PageAnswer {
  to?: string | null;
  toast?: string;
  code?: string | undefined;
}

/** Sends a form to a page's action. */
export async function sendForm(
  action: (args: ActionFunctionArgs) => unknown,
  {
    as,
    path,
    body,
    params = {},
  }: {
    as: Parameters<typeof pageContext>[0];
    path: string;
    body: Readonly<Record<string, string>> | FormData;
    params?: Record<string, string>;
  },
): Promise<PageAnswer> {
  const request = new Request(`http://house.example${path}`, {
    method: "POST",
    body: body instanceof FormData ? body : new URLSearchParams(body),
  });
  const answer: unknown = await Promise.resolve(
    action({ request, context: pageContext(as), params }),
  ).catch((thrown: unknown) => thrown);
  if (answer instanceof Response) {
    const [, toast = ""] = /=([^;]+)/.exec(answer.headers.get("Set-Cookie") ?? "") ?? [];
    return {
      to: answer.headers.get("Location"),
      toast: Buffer.from(decodeURIComponent(toast), "base64").toString(),
    };
  }
  const code = (answer as { data?: { code?: string } }).data?.code;
  if (code === undefined && answer instanceof Error) {
    const refusal = refusalFrom(answer);
    if (!refusal) throw answer;
    return { code: refusal.code };
  }
  return { code };
}

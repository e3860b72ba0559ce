import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  data,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { StepUp } from "@server/members/contracts/sessions";
import { ownCodes } from "~/components/account/own-codes.server";
import { HeaderLogo } from "~/components/brand/header-logo";
import { StepUpScreen } from "~/components/account/step-up";
import { areaOf } from "~/lib/areas";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { logInAgain } from "~/lib/forms/log-in-again.server";
import { pageMeta } from "~/lib/pages/page-meta";
import { ownPath } from "~/lib/paths";
import { keptFields, submit } from "~/lib/forms/submit";
import { stepUpTexts } from "~/lib/messages/step-up-texts.server";

const constraints = constraintsOf({ stepUp: StepUp });

/** A file of the area: the browser stays on the page that starts its download. */
const isFile = (path: string): boolean => /^\/\w+\/exports\//.test(path);

/** The address that waits, in the area of the request; else the area's first screen. */
function waitingAt(request: Request, asked: FormDataEntryValue | null): string {
  const { name, first } = areaOf(request);
  const path = ownPath(asked, first);
  return path.startsWith(`/${name}/`) ? path : first;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await areaOf(request).api(context);
  const { searchParams } = new URL(request.url);
  const to = waitingAt(request, searchParams.get("to"));
  const isProved = searchParams.has("proved") && isFile(to);
  const { name, first: back } = areaOf(request);
  const codes = name === "superadmin" ? await ownCodes(api) : undefined;
  return { constraints, texts: stepUpTexts(context, to), codes, to, isProved, back };
}

/** After the proof, a form is posted again as it was (307), and a page is opened. */
export async function action({ request, context }: ActionFunctionArgs) {
  const area = areaOf(request);
  const api = await area.api(context);
  const form = await request.formData();
  const to = waitingAt(request, form.get("stepUpTo"));
  const kept = form.get("stepUpSends") === "form" ? keptFields(form) : null;
  if (kept && form.has("stepUpAgain")) {
    await api.sessions.logOut();
    const ended = context.caller.sessions.clear(area.name);
    throw await logInAgain(area.name, { at: to, typed: kept, ended });
  }
  const answer = await submit(context, form, {
    schema: StepUp,
    // The kept fields may name the intent of the form that waits.
    intent: null,
    call: (input) => api.sessions.stepUp(input),
    done: (session) => {
      const headers = { "Set-Cookie": context.caller.sessions.set(area.name, session) };
      if (kept) return redirect(to, { status: 307, headers });
      const { pathname } = new URL(request.url);
      const proved = new URLSearchParams({ proved: "", to });
      return redirect(isFile(to) ? `${pathname}?${proved.toString()}` : to, {
        status: 303,
        headers,
      });
    },
  });
  return "data" in answer ? data({ ...answer.data, to, kept }, answer.init ?? {}) : answer;
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: shown }) => [
  ...pageMeta(matches),
  ...(shown?.isProved ? [{ httpEquiv: "refresh", content: `0;url=${shown.to}` }] : []),
];

/** The proof for a page or a file, or again after a wrong one. */
export default function StepUpPage() {
  const { texts, codes, to, isProved, back } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (isProved) {
    return (
      <main id="content" className="mx-auto grid w-full max-w-md gap-4 px-4 pt-5 pb-20">
        <HeaderLogo className="mb-8 h-8 w-auto max-w-[55vw]" />
        <h1>{texts.proved}</h1>
        <p>{texts.provedText}</p>
        <p className="flex flex-wrap gap-3">
          <a href={to} className="button">
            {texts.download}
          </a>
          <a href={back} className="button button-quiet">
            {texts.back}
          </a>
        </p>
      </main>
    );
  }
  if (result && "kept" in result) {
    return <StepUpScreen texts={texts} codes={codes} to={result.to} kept={result.kept} />;
  }
  return <StepUpScreen texts={texts} codes={codes} to={to} kept={null} />;
}

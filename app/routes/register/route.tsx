import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { RegisterForm, RequestRegistrationCode } from "@server/members/contracts/registration";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { Gate } from "~/components/brand/gate";
import { publicApi } from "~/lib/callers";
import { formStepCookie } from "~/lib/forms/form-step-cookie.server";
import { enteredEmail, loginOfNewMember, loginPath } from "~/lib/forms/log-in-again.server";
import { handleLostConnection } from "~/lib/forms/lost-connection";
import { invitationWords, memberPage, saleCard } from "~/lib/pages/front-words.server";
import { pageMeta } from "~/lib/pages/page-meta";
import { registerPath } from "~/lib/paths";
import { submit, typedAgain } from "~/lib/forms/submit";
import { useStepFocus } from "~/lib/forms/use-step-focus";
import { withToast } from "~/lib/messages/toasts.server";
import { normaliseReferralCode } from "@server/platform/rules/people/referral-code";
import { CreateAccount, SENT_AGAIN } from "./create-account";
import { RequestCode } from "./request-code";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("people");

const step = formStepCookie("register", ["name", "email", "mobile", "sms"]);

const constraints = constraintsOf({ requestCode: RequestRegistrationCode, register: RegisterForm });

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await context.caller.member()) throw await memberPage(context, request);
  const query = new URL(request.url).searchParams;
  const { policies, site } = publicApi(context);
  const [person, policy, terms, invitation, offer] = await Promise.all([
    step.read(request),
    policies.current(),
    policies.current({ name: "termsOfSale" }),
    invitationWords(context, request),
    // A friend's link is shared, and its card shows the sale.
    query.has("ref") ? site.offer() : null,
  ]);
  return {
    constraints,
    consent: { policyVersion: policy.version, termsVersion: terms.version },
    person,
    isCreating: person !== null && query.has("create"),
    isAgain: query.get("create") === "again",
    referralCode: invitation?.code ?? "",
    invitation,
    card: saleCard(context, offer, invitation),
    loginTo: await loginPath(request, "user"),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const api = publicApi(context);
  const form = await request.formData();
  if (form.has("again")) return sendAgain(context, form);
  if (form.get("intent") === "register") {
    return submit(context, form, {
      schema: RegisterForm,
      faults: (typed) => api.registration.faults(typed),
      failed: "people:register.failed",
      call: ({ confirmPassword: _typedTwice, referralCode, ...input }) =>
        // A code that was told not to count stops nobody.
        api.registration.register(
          referralCode === toldIn(form) ? input : { ...input, referralCode },
        ),
      done: async (_registered, { email }) => {
        const headers = new Headers({ "Set-Cookie": await step.forget() });
        headers.append(
          "Set-Cookie",
          await enteredEmail("user").keep({ email }, context.site.origin),
        );
        const login = await loginOfNewMember(request);
        return withToast(context, login, "people:register.done", {}, headers);
      },
    });
  }
  return submit(context, form, {
    schema: RequestRegistrationCode,
    failed: "people:register.unsent",
    call: (input) => api.registration.requestCode(input),
    done: async ({ channels }, { name, email, mobile }) => {
      const sms = channels.includes("SMS") ? "yes" : "";
      const referralCode = new URL(request.url).searchParams.get("ref");
      const isAgain = (await step.read(request))?.email === email;
      return redirect(registerPath({ isCreating: true, isAgain, referralCode }), {
        headers: {
          "Set-Cookie": await step.keep({ name, email, mobile, sms }, context.site.origin),
        },
      });
    },
  });
}

/** The referral code that the page told not to count, as the contract reads it. */
function toldIn(form: FormData): string | null {
  const told = form.get("toldCode");
  return typeof told === "string" ? normaliseReferralCode(told) : null;
}

/** Another code, from the second step, which keeps what was typed. */
function sendAgain(context: AppLoadContext, form: FormData) {
  return submit(context, form, {
    schema: RequestRegistrationCode,
    failed: "people:register.unsent",
    call: (input) => publicApi(context).registration.requestCode(input),
    done: async ({ channels }, { name, email, mobile }) => {
      const sms = channels.includes("SMS") ? "yes" : "";
      const person = { name, email, mobile, sms };
      const headers = { "Set-Cookie": await step.keep(person, context.site.origin) };
      return data(typedAgain(form, SENT_AGAIN), { headers });
    },
  });
}

export const clientAction = handleLostConnection;

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, "Register", data?.card);

export default function Register() {
  const { person, isCreating, isAgain, referralCode, invitation, consent, loginTo } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  const heading = useStepFocus(person && isCreating ? "create" : "request");
  return (
    <Gate>
      {person && isCreating ? (
        <CreateAccount
          heading={heading}
          person={person}
          referralCode={referralCode}
          invitation={invitation}
          consent={consent}
          isAgain={isAgain}
        />
      ) : (
        <RequestCode
          heading={heading}
          person={person}
          referralCode={referralCode}
          invitation={invitation}
        />
      )}
      <p>
        <Link className="link-out" to={loginTo}>
          {t("register.haveAccount")}
        </Link>
      </p>
    </Gate>
  );
}

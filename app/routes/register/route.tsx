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
import {
  BeginRegistration,
  ProveEmail,
  RegisterForm,
  RequestMobileCode,
} from "@server/members/contracts/registration";
import type { CodeSent } from "@server/platform/rules/people/one-time-codes";
import { normaliseReferralCode } from "@server/platform/rules/people/referral-code";
import { Gate } from "~/components/brand/gate";
import { UntoastedForms } from "~/components/form/form-frame";
import { publicApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { formStepCookie } from "~/lib/forms/form-step-cookie.server";
import { askedIs, loginHeaders, loginPath, pageOfNewMember } from "~/lib/forms/log-in-again.server";
import { handleLostConnection } from "~/lib/forms/lost-connection";
import { submit, typedAgain } from "~/lib/forms/submit";
import { useStepFocus } from "~/lib/forms/use-step-focus";
import { withToast } from "~/lib/messages/toasts.server";
import { loadWords } from "~/lib/messages/words";
import { invitationWords, memberPage, saleCard } from "~/lib/pages/front-words.server";
import { pageMeta } from "~/lib/pages/page-meta";
import { buyPath, registerPath, type RegisterStep } from "~/lib/paths";
import { wishIn } from "~/routes/login/calculate";
import { CreateAccount } from "./create-account";
import { EnterCode } from "./enter-code";
import { RequestCode } from "./request-code";
import { BY_SMS, SENT_AGAIN } from "./sent-again";

export const handle = await loadWords("people");

/** Keeps what the steps before have taken. The code is verified again with the rest. */
const kept = formStepCookie("register", ["email", "otp", "sms"]);

const constraints = constraintsOf({
  begin: BeginRegistration,
  prove: ProveEmail,
  register: RegisterForm,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await context.caller.member()) throw await memberPage(context, request);
  const query = new URL(request.url).searchParams;
  if (query.has("sum")) {
    const cookie = await askedIs("user", buyPath(wishIn(query)));
    const to = registerPath({ referralCode: query.get("ref") });
    throw redirect(to, { headers: { "Set-Cookie": cookie } });
  }
  const { policies, site } = publicApi(context);
  const [person, policy, terms, invitation, offer] = await Promise.all([
    kept.read(request),
    policies.current(),
    policies.current({ name: "termsOfSale" }),
    invitationWords(context, request),
    // A friend's link is shared, and its card shows the sale.
    query.has("ref") ? site.offer() : null,
  ]);
  const step: RegisterStep | null =
    person?.otp && query.has("create") ? "create" : person && query.has("code") ? "code" : null;
  return {
    constraints,
    consent: { policyVersion: policy.version, termsVersion: terms.version },
    person,
    step,
    isAgain: query.get("code") === "again",
    referralCode: invitation?.code ?? "",
    invitation,
    card: saleCard(context, offer, invitation),
    loginTo: await loginPath(request, "user"),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { registration } = publicApi(context);
  const { origin } = context.site;
  const form = await request.formData();
  if (form.has("again")) return sendAgain(context, form);
  const referralCode = new URL(request.url).searchParams.get("ref");
  const before = await kept.read(request);
  if (form.get("intent") === "register") {
    return submit(context, form, {
      schema: RegisterForm,
      faults: (typed) => registration.faults(typed),
      failed: "people:register.failed",
      call: ({ referralCode: typed, ...input }) =>
        // A code that was told not to count stops nobody.
        registration.join(typed === toldIn(form) ? input : { ...input, referralCode: typed }),
      done: async (session) => {
        const cookie = context.caller.sessions.set("user", session);
        const headers = await loginHeaders("user", cookie);
        headers.append("Set-Cookie", await kept.forget());
        const page = await pageOfNewMember(request);
        return withToast(context, page, "people:register.done", {}, headers);
      },
    });
  }
  if (form.get("intent") === "prove") {
    return submit(context, form, {
      schema: ProveEmail,
      failed: "people:register.unproven",
      call: (input) => registration.proveEmail(input),
      done: async (_proven, { email, otp }) => {
        const cookie = await kept.keep({ email, otp, sms: before?.sms ?? "" }, origin);
        return redirect(registerPath({ step: "create", referralCode }), {
          headers: { "Set-Cookie": cookie },
        });
      },
    });
  }
  return submit(context, form, {
    schema: BeginRegistration,
    failed: "people:register.unsent",
    call: (input) => registration.begin(input),
    done: async (sent, { email }) => {
      const isAgain = before?.email === email;
      return redirect(registerPath({ step: "code", isAgain, referralCode }), {
        headers: { "Set-Cookie": await kept.keep({ email, otp: "", sms: smsOf(sent) }, origin) },
      });
    },
  });
}

const smsOf = ({ channels }: CodeSent): string => (channels.includes("SMS") ? "yes" : "");

/** The referral code that the page told not to count, as the contract reads it. */
function toldIn(form: FormData): string | null {
  const told = form.get("toldCode");
  return typeof told === "string" ? normaliseReferralCode(told) : null;
}

/** Another code, by mail or to the mobile, from a step that keeps what was typed. */
function sendAgain(context: AppLoadContext, form: FormData) {
  const { registration } = publicApi(context);
  const failed = "people:register.unsent";
  if (form.get("again") === BY_SMS) {
    return submit(context, form, {
      schema: RequestMobileCode,
      failed,
      call: (input) => registration.requestMobileCode(input),
      done: () => data(typedAgain(form, BY_SMS)),
    });
  }
  return submit(context, form, {
    schema: BeginRegistration,
    failed,
    call: (input) => registration.begin(input),
    done: () => data(typedAgain(form, SENT_AGAIN)),
  });
}

export const clientAction = handleLostConnection;

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, "Register", data?.card);

export default function Register() {
  const { person, step, isAgain, referralCode, invitation, consent, loginTo } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  const heading = useStepFocus(step ?? "request");
  return (
    <Gate>
      <UntoastedForms>
        {person && step === "create" ? (
          <CreateAccount
            heading={heading}
            person={person}
            referralCode={referralCode}
            invitation={invitation}
            consent={consent}
          />
        ) : person && step === "code" ? (
          <EnterCode email={person.email} referralCode={referralCode} isAgain={isAgain} />
        ) : (
          <RequestCode
            heading={heading}
            email={person?.email}
            referralCode={referralCode}
            invitation={invitation}
          />
        )}
      </UntoastedForms>
      {step === null && (
        <Link className="link-out justify-self-start" to={loginTo}>
          {t("register.haveAccount")}
        </Link>
      )}
    </Gate>
  );
}

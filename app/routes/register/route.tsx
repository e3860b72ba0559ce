import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  data,
  replace,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { RegisterForm, RequestRegistrationCode } from "@server/contracts/registration";
import { Gate } from "~/components/brand/gate";
import { publicApi } from "~/lib/callers";
import { isFormReply } from "~/lib/form-reply";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { submit } from "~/lib/submit";
import { redirectWithToast, success } from "~/lib/toasts.server";
import { CreateAccount } from "./create-account";
import { RequestCode } from "./request-code";

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await context.api.member()) throw replace(paths.user.dashboard);
  return { referralCode: new URL(request.url).searchParams.get("ref")?.slice(0, 20) ?? "" };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const api = publicApi(context);
  const form = await request.formData();
  if (form.get("intent") === "register") {
    return submit(context, form, {
      intent: "register",
      schema: RegisterForm,
      call: ({ confirmPassword: _typedTwice, ...input }) => api.registration.register(input),
      done: () => redirectWithToast(paths.home, success("Registered successfully")),
    });
  }
  return submit(context, form, {
    intent: "request",
    schema: RequestRegistrationCode,
    call: (input) => api.registration.requestCode(input),
    done: (_sent, { name, email, mobile }) => data({ sent: { name, email, mobile } }),
  });
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Register");

export default function Register() {
  const { referralCode } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation("people");
  const sent = result && "sent" in result ? result.sent : null;
  const refused = isFormReply(result) && result.intent === "register" ? result : null;
  const person = sent ?? refused?.values ?? null;
  return (
    <Gate>
      {person ? (
        <CreateAccount
          person={person}
          isFresh={sent !== null}
          referralCode={referralCode}
          result={result}
        />
      ) : (
        <RequestCode result={result} />
      )}
      <p className="mt-3">
        <Link className="link-out" to={paths.home}>
          {t("register.haveAccount")}
        </Link>
      </p>
    </Gate>
  );
}

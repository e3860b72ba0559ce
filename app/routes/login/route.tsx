import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  replace,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { leftIn } from "@server/companies/rules/sale";
import { LogIn, type LoggedIn } from "@server/members/contracts/sessions";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { logInWithPasskey } from "~/components/account/passkeys/act.server";
import { PasskeySlot } from "~/components/account/passkeys/passkey-slot";
import { LoginReason } from "~/components/account/login-reason";
import { HeaderLogo } from "~/components/brand/header-logo";
import { RiskNotice, SiteFooter } from "~/components/brand/site-footer";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { Preferences } from "~/components/layout/preferences";
import { publicApi } from "~/lib/callers";
import { loadLogin, loginHeaders, pageAfterLogin } from "~/lib/forms/log-in-again.server";
import { handleLostConnection } from "~/lib/forms/lost-connection";
import { invitationWords, memberPage, saleCard } from "~/lib/pages/front-words.server";
import { pageMeta } from "~/lib/pages/page-meta";
import { sellerLine } from "~/lib/pages/site-data.server";
import { paths } from "~/lib/paths";
import { submit } from "~/lib/forms/submit";
import { loadWords } from "~/lib/messages/words";
import { aboutTheSale } from "./about.server";
import { closedSite } from "./closed.server";
import { wishIn } from "./calculate";
import { Calculator } from "./calculator";
import { saleAtAGlance } from "./sale.server";

export const handle = await loadWords("people");

const constraints = constraintsOf({ logIn: LogIn });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { site } = context;
  const { brand } = site;
  const { language } = context.caller;
  const company = site.kind === "company" ? site.company : null;
  const login = await loadLogin(request, context, "user");
  if (company?.status === "SUSPENDED") {
    const { notice, receipts } = await closedSite(request, context, company);
    const shown = { sale: notice, calculator: null, about: receipts ?? "", card: undefined };
    const state = { isClosed: true, isKnown: receipts !== null };
    return data({ constraints, ...login, ...shown, ...state }, { status: 403 });
  }
  if (await context.caller.member()) throw await memberPage(context, request);
  const query = new URL(request.url).searchParams;
  const [offer, invitation] = await Promise.all([
    publicApi(context).site.offer(),
    // Who has just registered has used it.
    query.has("registered") ? null : invitationWords(context, request),
  ]);
  const referralCode = invitation?.code ?? "";
  const sale = {
    language,
    brand,
    offer,
    referralCode,
    invitation,
    seller: company && sellerLine({ name: company.name, ...company.settings }),
  };
  return data({
    constraints,
    ...login,
    isClosed: false,
    isKnown: false,
    sale: saleAtAGlance(sale),
    calculator: offer?.priceMicroRupees
      ? {
          terms: {
            priceMicroRupees: offer.priceMicroRupees,
            feeBps: offer.feeBps,
            left: leftIn(offer),
          },
          asked: wishIn(query),
          referralCode,
        }
      : null,
    about: aboutTheSale({
      language,
      brand,
      company: company && (company.settings.legalName ?? company.name),
      settings: company?.settings ?? {},
      ledgerEntries: offer && offer.ledgerEntries,
    }),
    card: saleCard(context, offer, invitation),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const api = publicApi(context);
  const form = await request.formData();
  const { site } = context;
  const isClosed = site.kind === "company" && site.company.status === "SUSPENDED";
  const enter = async (session: LoggedIn) =>
    replace(isClosed ? paths.home : pageAfterLogin(request, "user"), {
      headers: await loginHeaders("user", context.caller.sessions.set("user", session)),
    });
  if (form.get("intent") === "passkey") return logInWithPasskey(context, form, "USER", enter);
  return submit(context, form, {
    schema: LogIn,
    failed: "people:login.failed",
    call: (input) => api.sessions.logIn(input),
    done: enter,
  });
}

export const clientAction = handleLostConnection;

export const meta: MetaFunction<typeof loader> = ({ matches, data: shown }) =>
  pageMeta(matches, "Login", shown?.card);

/** The sale around the login. On a phone the form comes last, unless the visitor is on the way in. */
export default function Login() {
  const result = useActionData<typeof action>();
  const { reason, email, sale, calculator, about, isClosed, isKnown } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  const isFirst = reason !== null || email !== "" || result !== undefined;
  return (
    <div className="mx-auto grid max-w-6xl gap-5 px-4 pt-4 pb-10 sm:px-6">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <HeaderLogo className="h-8 w-auto max-w-[45vw]" />
        <div className="flex items-center gap-3">
          {!isKnown && (
            <a className="link-out font-semibold lg:hidden" href="#login">
              {t("login.submit")}
            </a>
          )}
          <Preferences />
        </div>
      </header>
      <main
        id="content"
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]"
      >
        <div className="grid gap-8">
          <div dangerouslySetInnerHTML={{ __html: sale }} />
          {calculator && <Calculator {...calculator} />}
          <div className="grid gap-8" dangerouslySetInnerHTML={{ __html: about }} />
        </div>
        <div className={`lg:sticky lg:top-4 ${isFirst ? "max-lg:order-first" : ""}`}>
          {!isKnown && (
            <section id="login" className="card -scroll-mt-14 p-5">
              <h2 className="mb-5">{t("login.heading")}</h2>
              <LoginReason reason={reason} />
              <PostForm
                contract="logIn"
                result={result}
                noValidate
                unanswered={t("login.failed")}
                className="grid gap-4"
              >
                <Field
                  name="email"
                  label={t("login.email")}
                  type="email"
                  autoComplete="username"
                  inputMode="email"
                  defaultValue={email}
                />
                <Field
                  name="password"
                  label={t("login.password")}
                  type="password"
                  autoComplete="current-password"
                />
                <SubmitButton pending={t("login.pending")}>{t("login.submit")}</SubmitButton>
              </PostForm>
              {!isClosed && (
                <>
                  <p className="mt-3 flex flex-wrap justify-between gap-x-6">
                    <Link className="link-out" to={paths.forgotPassword}>
                      {t("login.forgot")}
                    </Link>
                    <Link className="link-out" to={paths.register}>
                      {t("login.create")}
                    </Link>
                  </p>
                  <PasskeySlot result={result} area="user" />
                </>
              )}
            </section>
          )}
          {!isClosed && <RiskNotice className="mt-5" />}
        </div>
      </main>
      <SiteFooter />
    </div>
  );
}

import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  replace,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { questionsFor } from "@server/companies/rules/questions";
import { leftIn } from "@server/companies/rules/sale";
import { mediaUrl } from "@server/media/contracts/media";
import type { PageTurn } from "@server/http/pages/page-routes";
import { LogIn, type LoggedIn } from "@server/members/contracts/sessions";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { logInWithPasskey } from "~/components/account/passkeys/act.server";
import { PasskeySlot } from "~/components/account/passkeys/passkey-slot";
import { LoginReason } from "~/components/account/login-reason";
import { PublicHeader } from "~/components/brand/public-header";
import { SiteFooter } from "~/components/brand/site-footer";
import { Field } from "~/components/form/field";
import { UntoastedForms } from "~/components/form/form-frame";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { publicApi } from "~/lib/callers";
import { loadLogin, loginHeaders, pageAfterLogin } from "~/lib/forms/log-in-again.server";
import { handleLostConnection } from "~/lib/forms/lost-connection";
import { identityRulesOf } from "@server/companies/rules/identity";
import { translateRefusal } from "@server/platform/words/translators.server";
import { listQuery } from "~/lib/lists/list-query";
import { orRefuse } from "~/lib/messages/refusals";
import {
  invitationWords,
  memberPage,
  saleCard,
  usualQuestions,
} from "~/lib/pages/front-words.server";
import { unlockText } from "~/lib/pages/unlock.server";
import { pageMeta } from "~/lib/pages/page-meta";
import { sellerLine } from "@server/sites/rules/contact";
import { paths } from "~/lib/paths";
import { replyWithRefusal, submit } from "~/lib/forms/submit";
import { loadWords } from "~/lib/messages/words";
import { AboutTheSale } from "./about";
import { wishIn } from "./calculate";
import { ClosedNotice, Receipts } from "./closed";
import { SaleFacts, SaleLead } from "./sale";

export const handle = {
  ...(await loadWords("people", "front", "overview", "area")),
  turn: { isAnswered: true } satisfies PageTurn,
};

const constraints = constraintsOf({ logIn: LogIn });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { site } = context;
  const { language } = context.caller;
  const company = site.kind === "company" ? site.company : null;
  const login = await loadLogin(request, context, "user");
  if (company?.status === "SUSPENDED") {
    const api = await context.caller.member();
    const { page } = listQuery(request);
    const { supportEmail, suspendedBecause: because } = company.settings;
    const about = { company: company.name, contact: supportEmail ?? company.email };
    const closed = {
      notice: translateRefusal(language, "SITE_CLOSED", about),
      because,
      page,
      receipts: api && (await orRefuse(context, api.orders.listMine({ page, limit: 50 }))),
    };
    return data({ constraints, ...login, closed, sold: null, card: null }, { status: 403 });
  }
  if (await context.caller.member()) throw await memberPage(context, request);
  const query = new URL(request.url).searchParams;
  const [offer, invitation] = await Promise.all([
    publicApi(context).site.offer(),
    invitationWords(context, request),
  ]);
  const settings = company?.settings ?? {};
  const rules = identityRulesOf(settings);
  const name = company && (settings.legalName ?? company.name);
  const sold = {
    sale: {
      offer,
      invitation,
      calculator: offer?.priceMicroRupees
        ? {
            terms: {
              priceMicroRupees: offer.priceMicroRupees,
              feeBps: offer.feeBps,
              left: leftIn(offer),
              bonus: invitation?.bonus ?? null,
            },
            asked: wishIn(query),
            askedAbovePaise: rules.asks === "ABOVE" ? rules.abovePaise : null,
          }
        : null,
      seller: company && sellerLine({ name: company.name, ...settings }),
      unlock: unlockText(context),
      seenAt: new Date().toISOString(),
    },
    about: {
      company: name,
      documents: (settings.documents ?? []).map(({ id, title, sizeBytes }) => ({
        href: mediaUrl(id),
        title,
        sizeBytes,
      })),
      asked: questionsFor(settings, language) ?? {
        questions: usualQuestions(language, name ?? "", unlockText(context), rules),
      },
      ledgerEntries: offer && offer.ledgerEntries,
    },
  };
  const card = saleCard(context, offer, invitation);
  return data({ constraints, ...login, closed: null, sold, card });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const api = publicApi(context);
  const form = await request.formData();
  const { refused } = context.caller.request;
  if (refused) return replyWithRefusal(context, form, refused);
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

/** The sale around the login. On a phone the form comes after it, unless the visitor is on the way in. */
export default function Login() {
  const result = useActionData<typeof action>();
  const { reason, email, sold, closed } = useLoaderData<typeof loader>();
  const receipts = closed?.receipts ?? null;
  const { t } = useTranslation("people");
  const isFirst = reason !== null || email !== "" || result !== undefined;
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 pt-4 pb-10 lg:max-w-5xl [&>footer]:max-w-none">
      <PublicHeader>
        {receipts === null && (
          <a className="link-out font-semibold lg:hidden" href="#login">
            {t("login.submit")}
          </a>
        )}
      </PublicHeader>
      <main
        id="content"
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8"
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          {closed && <ClosedNotice {...closed} />}
          {closed && receipts && <Receipts page={closed.page} list={receipts} />}
          {sold && (
            <>
              <SaleLead {...sold.sale} />
              <SaleFacts {...sold.sale} />
              <AboutTheSale {...sold.about} />
            </>
          )}
        </div>
        {receipts === null && (
          <section
            id="login"
            className={`card grid -scroll-mt-14 gap-4 p-5 sm:p-6 lg:sticky lg:top-4 ${isFirst ? "max-lg:order-first" : ""}`}
          >
            <h2>{t("login.heading")}</h2>
            {result === undefined && <LoginReason reason={reason} />}
            <UntoastedForms>
              <PostForm contract="logIn" noValidate unanswered={t("login.failed")}>
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
              {sold && (
                <>
                  <PasskeySlot area="user" />
                  <p className="flex flex-wrap justify-between gap-x-6">
                    <Link className="link-out" to={paths.forgotPassword}>
                      {t("login.forgot")}
                    </Link>
                    <Link className="link-out" to={paths.register}>
                      {t("login.create")}
                    </Link>
                  </p>
                </>
              )}
            </UntoastedForms>
          </section>
        )}
      </main>
      <SiteFooter />
    </div>
  );
}

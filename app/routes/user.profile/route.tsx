import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { UpdateProfile } from "@server/contracts/members";
import { AskForEnd, DownloadData } from "@server/contracts/own-data";
import { ChangePasswordForm } from "@server/contracts/passwords";
import { ChooseMails } from "@server/contracts/notices";
import { EndSession } from "@server/contracts/sessions";
import { formatDateTime } from "@server/domain/dates/dates";
import { formatQuantity } from "@server/domain/money/format";
import { z } from "zod";
import { constraintsOf, toldIn } from "~/lib/constraints.server";
import { PreferenceChoices } from "~/components/layout/preferences";
import { actOnPasskeys, passkeyConstraints } from "~/components/account/passkeys/act.server";
import { PasskeySection } from "~/components/account/passkeys/passkey-section";
import { investorApi } from "~/lib/callers";
import { orUnanswered } from "~/lib/or-unanswered";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { notFound, orRefuse } from "~/lib/refusals";
import { submit } from "~/lib/submit";
import { useSite } from "~/root";
import { redirectWithToast, success } from "~/lib/toasts.server";
import { translatorOf } from "@server/words/translators.server";
import { DetailsForm } from "./details-form";
import { MailChoice } from "./mail-choice";
import { OwnData } from "./own-data";
import { OwnSessions } from "./own-sessions";
import { PasswordForm } from "./password-form";
import { readProfileForm } from "./read-profile-form.server";
import { useAnswer } from "~/routes/user/route";
import { loadWords } from "~/lib/words";

export const handle = await loadWords("profile", "passkeys");

const constraints = constraintsOf({
  profile: UpdateProfile,
  password: ChangePasswordForm,
  data: DownloadData,
  end: AskForEnd,
  mails: ChooseMails,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const [profile, sessions, passkeys, { mails }] = await orRefuse(
    context,
    Promise.all([
      api.members.profile(),
      api.sessions.listMine(),
      api.passkeys.mine(),
      api.notices.choice(),
    ]),
  );
  return {
    constraints: { ...toldIn(constraints, context.language), ...passkeyConstraints },
    profile,
    sessions,
    passkeys,
    mails,
    isCodeSent: new URL(request.url).searchParams.has("code"),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  if (request.headers.get("content-type")?.startsWith("multipart/")) {
    return saveDetails(request, context);
  }
  const form = await request.formData();
  const api = await investorApi(context);
  const intent = form.get("intent");
  const answer = await actOnPasskeys(context, form, { api, here });
  if (answer) return answer;
  if (intent === "code") {
    return submit(context, form, {
      intent,
      schema: z.object({}),
      failed: "profile:password.unsent",
      call: () => api.passwords.requestChangeCode(),
      done: () => redirectWithToast(`${here}?code=1#password`, say(context, "password.sent")),
    });
  }
  if (intent === "password") {
    return submit(context, form, {
      intent,
      schema: ChangePasswordForm,
      failed: "profile:password.unchanged",
      call: ({ confirmNewPassword: _typedTwice, ...input }) => api.passwords.change(input),
      done: () => redirectWithToast(here, say(context, "password.done")),
    });
  }
  if (intent === "mails") {
    return submit(context, form, {
      intent,
      schema: ChooseMails,
      failed: "common:failed",
      call: (input) => api.notices.chooseMails(input),
      done: () => redirectWithToast(here, say(context, "mails.saved")),
    });
  }
  // Each session in the list has its own form.
  if (typeof intent === "string" && intent.startsWith("end-session ")) {
    return submit(context, form, {
      intent,
      schema: EndSession,
      failed: "common:failed",
      call: (input) => api.sessions.endOne(input),
      done: () => redirectWithToast(here, say(context, "sessions.ended")),
    });
  }
  if (intent === "end") {
    return submit(context, form, {
      intent,
      schema: AskForEnd,
      failed: "profile:data.endFailed",
      call: (input) => api.members.askForEnd(input),
      done: ({ endsAt }) => {
        const cookies = new Headers({ "Set-Cookie": context.sessions.clear("user") });
        const until = formatDateTime(new Date(endsAt));
        return redirectWithToast(paths.home, say(context, "data.ended", { until }), cookies);
      },
    });
  }
  // Only the explicit intent ends every session.
  if (intent !== "end-all") throw notFound(context);
  return submit(context, form, {
    intent,
    schema: z.object({}),
    failed: "common:failed",
    call: () => api.sessions.endAll({ keepThis: false }),
    done: () => {
      const cookies = new Headers({ "Set-Cookie": context.sessions.clear("user") });
      return redirectWithToast(paths.home, say(context, "sessions.endedAll"), cookies);
    },
  });
}

const here = paths.user.profile;

const say = (context: AppLoadContext, key: string, words: { until?: string } = {}) =>
  success(translatorOf(context.language).t(key, { ns: "profile", ...words }));

async function saveDetails(request: Request, context: AppLoadContext) {
  const { form, reply } = await readProfileForm(request, context);
  if (reply) return reply;
  const api = await investorApi(context);
  return submit(context, form, {
    intent: "profile",
    schema: UpdateProfile,
    failed: "profile:unsaved",
    call: (input) => api.members.updateProfile(input),
    done: () => redirectWithToast(here, say(context, "saved")),
  });
}

export const clientAction = orUnanswered;

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Profile");

export default function ProfilePage() {
  const { profile, sessions, passkeys, mails, isCodeSent } = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>();
  const { companyName } = useSite();
  const { t } = useTranslation("profile");
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t("title")}</h1>
        <span className={`badge ${profile.isApproved ? "badge-success" : "badge-warning"}`}>
          {t(profile.isApproved ? "verified" : "waiting")}
        </span>
        {!profile.isApproved && companyName && (
          <p className="hint basis-full">{t("waitingHint", { company: companyName })}</p>
        )}
      </div>
      <dl className="facts card p-4 md:px-6" aria-label={t("stake")}>
        <div>
          <dt>{t("stockBalance")}</dt>
          <dd className="tabular">{formatQuantity(profile.stockBalance)}</dd>
        </div>
        <div>
          <dt>{t("globalStake")}</dt>
          <dd className="tabular">{formatQuantity(profile.globalStake)}</dd>
        </div>
      </dl>
      <DetailsForm profile={profile} result={result} />
      <PasswordForm email={profile.email} isCodeSent={isCodeSent} result={result} />
      <PasskeySection passkeys={passkeys} area="user" hasPassword result={result} />
      <OwnSessions sessions={sessions} result={result} />
      <section className="card p-4 md:p-6">
        <h2 className="mb-3">{t("preferences")}</h2>
        <PreferenceChoices className="grid gap-2 sm:max-w-xs" />
      </section>
      <MailChoice mails={mails} result={result} />
      <OwnData result={result} />
    </div>
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { UpdateProfile } from "@server/members/contracts/members";
import { AskForEnd, DownloadData } from "@server/members/contracts/own-data";
import { ChangePasswordForm } from "@server/members/contracts/passwords";
import { ChooseMails } from "@server/members/contracts/notices";
import { formatQuantity } from "@server/platform/rules/money/format";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { PreferenceChoices } from "~/components/layout/preferences";
import { passkeyConstraints } from "~/components/account/passkeys/act.server";
import { PasskeySection } from "~/components/account/passkeys/passkey-section";
import { investorApi } from "~/lib/callers";
import { handleLostConnection } from "~/lib/forms/lost-connection";
import { pageMeta } from "~/lib/pages/page-meta";
import { orRefuse } from "~/lib/messages/refusals";
import { useSite } from "~/root";
import { changeProfile } from "./change-profile.server";
import { DetailsForm } from "./details-form";
import { MailChoice } from "./mail-choice";
import { OwnData } from "./own-data";
import { OwnSessions } from "./own-sessions";
import { PasswordForm } from "./password-form";
import { useAnswer } from "~/routes/user/route";
import { loadWords } from "~/lib/messages/words";

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
    constraints: { ...constraints, ...passkeyConstraints },
    profile,
    sessions,
    passkeys,
    mails,
    isCodeSent: new URL(request.url).searchParams.has("code"),
  };
}

export const action = ({ request, context }: ActionFunctionArgs) => changeProfile(request, context);

export const clientAction = handleLostConnection;

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

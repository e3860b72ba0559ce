import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ChooseShown, UpdateProfile } from "@server/members/contracts/members";
import { AskForEnd, DownloadData } from "@server/members/contracts/own-data";
import { ChangePasswordForm } from "@server/members/contracts/passwords";
import { ChooseMails } from "@server/members/contracts/notices";
import type { Caller } from "@server/http/router";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { passkeyConstraints } from "~/components/account/passkeys/act.server";
import { investorApi } from "~/lib/callers";
import { handleLostConnection } from "~/lib/forms/lost-connection";
import { PartTabs } from "~/components/layout/tabs";
import { titled } from "~/lib/pages/page-meta";
import { paths, PROFILE_PARTS, profilePath } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { changeProfile } from "./change-profile.server";
import { Identity } from "./identity";
import { AccountEnd, OwnData } from "./own-data";
import { Security } from "./security";
import { You } from "./you";
import { loadWords } from "~/lib/messages/words";
import { Checkbox } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { chosenIn } from "~/lib/lists/list-query";

export const handle = await loadWords("profile", "passkeys");

const constraints = constraintsOf({
  profile: UpdateProfile,
  password: ChangePasswordForm,
  data: DownloadData,
  end: AskForEnd,
  mails: ChooseMails,
  shown: ChooseShown,
});

const { profile, password, data, end, mails, shown } = constraints;
const OF_PART = {
  you: { profile, shown },
  identity: { profile },
  security: { password, ...passkeyConstraints },
  notices: { mails },
  data: { data, end },
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const asked = new URL(request.url).searchParams;
  const part = chosenIn(asked, "part", PROFILE_PARTS) ?? "you";
  const shown = await orRefuse(context, load(api, part, asked));
  return { constraints: OF_PART[part], shown };
}

/** Reads what a part shows, and no more. */
async function load(api: Caller, part: (typeof PROFILE_PARTS)[number], asked: URLSearchParams) {
  switch (part) {
    case "you":
      return { part, own: await api.members.profile() };
    case "identity": {
      const [person, { standing }] = await Promise.all([
        api.members.profile(),
        api.identity.mine(),
      ]);
      return { part, person, standing, isChanging: asked.has("change") };
    }
    case "security": {
      const [{ email }, sessions, passkeys] = await Promise.all([
        api.members.profile(),
        api.sessions.listMine(),
        api.passkeys.mine(),
      ]);
      const code = asked.get("code");
      const isAgain = code === "again";
      return { part, email, sessions, passkeys, isCodeSent: code !== null, isAgain };
    }
    case "notices":
      return { part, ...(await api.notices.choice()) };
    case "data":
      return {
        part,
        /** Tokens that the end of the account gives up; null before it is asked for. */
        givenUp: asked.has("end") ? (await api.members.profile()).stockBalance : null,
      };
  }
}

export const action = ({ request, context }: ActionFunctionArgs) => changeProfile(request, context);

export const clientAction = handleLostConnection;

export const meta = titled("Profile");

export default function ProfilePage() {
  const { shown } = useLoaderData<typeof loader>();
  const { t } = useTranslation("profile");
  return (
    <div className="beside">
      <h1>{t("title")}</h1>
      <PartTabs
        label={t("parts.label")}
        parts={PROFILE_PARTS.map((part) => ({
          to: profilePath(part),
          name: t(`parts.${part}`),
          isShown: part === shown.part,
        }))}
      />
      <Part />
    </div>
  );
}

function Part() {
  const { shown } = useLoaderData<typeof loader>();
  switch (shown.part) {
    case "you":
      return <You profile={shown.own} />;
    case "identity":
      return <Identity {...shown} />;
    case "security":
      return <Security {...shown} />;
    case "notices":
      return <MailChoice mails={shown.mails} />;
    case "data":
      return shown.givenUp === null ? <OwnData /> : <AccountEnd tokens={shown.givenUp} />;
  }
}

/** Notices that are mailed, too. */
function MailChoice({ mails }: { mails: boolean }) {
  const { t } = useTranslation("profile");
  return (
    <>
      <section className="card p-5">
        <h2 className="mb-2">{t("mails.title")}</h2>
        <p className="hint mb-3">{t("mails.text")}</p>
        <PostForm contract="mails" intent="mails" className="grid gap-3">
          <Checkbox
            key={String(mails)}
            name="mails"
            label={t("mails.label")}
            defaultChecked={mails}
          />
          <SubmitButton className="justify-self-start">{t("mails.save")}</SubmitButton>
        </PostForm>
      </section>
      <div className="aside">
        <Link className="card row px-5!" to={paths.user.notices}>
          <strong>{t("mails.all")}</strong>
        </Link>
      </div>
    </>
  );
}

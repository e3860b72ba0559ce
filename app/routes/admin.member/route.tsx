import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import {
  EndMemberSession,
  ResendMessage,
  SetReferrer,
} from "@server/members/contracts/member-details";
import { MemberRef, RefuseMember, UpdateMember } from "@server/members/contracts/members";
import { ConfirmWallet } from "@server/launch/contracts/wallets";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { Pager } from "~/components/lists/pager";
import { BackLink } from "~/components/layout/back-link";
import { AddressedTabs, LinkTab, TabList, TabPanel } from "~/components/layout/tabs";
import { changeNotes, isNoteForm, noteConstraints } from "~/components/notes/notes.server";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { adminApi } from "~/lib/callers";
import { listQuery, searchWith, chosenIn } from "~/lib/lists/list-query";
import { titled } from "~/lib/pages/page-meta";
import { memberPath, paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { submit } from "~/lib/forms/submit";
import { useMay } from "~/lib/use-may";
import { actOnMember } from "../admin.usermanage/member-action.server";
import {
  CALL_OF_DIALOG,
  NO_DIALOG,
  MEMBER_DIALOGS,
  MemberDialog,
} from "../admin.usermanage/member-dialogs";
import { MemberHead, MemberPart } from "./member-head";
import { MEMBER_TABS } from "./member-tabs";
import { loadTab } from "./load-tab.server";
import { revalidateChanged } from "~/lib/forms/revalidate-changed";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords(
  "admin/users",
  "admin/notes",
  "admin/order-list",
  "admin/activity",
);

const constraints = {
  ...noteConstraints,
  ...constraintsOf({
    edit: UpdateMember,
    refuse: RefuseMember,
    referrer: SetReferrer,
    wallet: ConfirmWallet,
  }),
};

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const id = params["memberId"] ?? "";
  const part = chosenIn(asked, "part", MEMBER_TABS) ?? "profile";
  const { page } = listQuery(request);
  const member = await orRefuse(context, api.members.find({ id }));
  const shown = await orRefuse(
    context,
    loadTab(api, part, { id, page, isMember: member.role === "USER" }),
  );
  return { constraints, member, shown, page };
}

/** The page's own forms; the dialogs are those of the list. */
const OWN_INTENTS = new Set([
  "end-session",
  "end-sessions",
  "resend-message",
  "invite-again",
  "reset-authenticator",
  "set-referrer",
  "confirm-wallet",
]);

export async function action({ request, params, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const here = memberPath(params["memberId"] ?? "");
  const asked = new URL(request.url).searchParams;
  // The member's id comes from the path.
  if (form.get("intent") !== "confirm-wallet") form.set("id", params["memberId"] ?? "");
  if (isNoteForm(form)) return changeNotes(context, form, `${here}?part=notes`);
  const intent = form.get("intent");
  if (typeof intent !== "string" || !OWN_INTENTS.has(intent)) {
    return actOnMember(context, form, {
      stay: here + searchWith(asked, NO_DIALOG),
      leave: paths.admin.userManage,
    });
  }
  const api = await adminApi(context);
  if (intent === "resend-message") {
    return submit(context, form, {
      schema: ResendMessage,
      call: (input) => api.members.resendMessage(input),
      done: { to: here + searchWith(asked, {}), toast: "users:messages.sentAgain" },
    });
  }
  if (intent === "invite-again") {
    return submit(context, form, {
      schema: MemberRef,
      call: (input) => api.members.inviteAgain(input),
      done: { to: here, toast: "users:page.invitedAgain" },
    });
  }
  if (intent === "confirm-wallet") {
    return submit(context, form, {
      schema: ConfirmWallet,
      call: (input) => api.launch.confirmWallet(input),
      done: { to: here, toast: "users:page.corrected" },
    });
  }
  if (intent === "set-referrer") {
    return submit(context, form, {
      schema: SetReferrer,
      call: (input) => api.members.setReferrer(input),
      done: { to: here, toast: "users:page.corrected" },
    });
  }
  if (intent === "reset-authenticator") {
    return submit(context, form, {
      schema: MemberRef,
      call: (input) => api.secondStep.reset(input),
      done: { to: here, toast: "users:page.wasReset" },
    });
  }
  const back = `${here}?part=sessions`;
  if (intent === "end-session") {
    return submit(context, form, {
      schema: EndMemberSession,
      call: (input) => api.members.endSession(input),
      done: { to: back, toast: "users:sessions.ended" },
    });
  }
  return submit(context, form, {
    schema: MemberRef,
    call: (input) => api.members.endSessions(input),
    done: { to: back, toast: "users:sessions.endedAll" },
  });
}

export const shouldRevalidate = revalidateChanged;

export const meta = titled("Manage User");

export default function MemberPage() {
  const { member, shown, page } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { t } = useTranslation("users");
  const may = useMay();
  const dialog = MEMBER_DIALOGS.find((one) => params.get(one));
  const linkTo = (change: Record<string, string | null>) =>
    searchWith(params, { ...NO_DIALOG, ...change });
  return (
    <div className="grid gap-5">
      <BackLink to={paths.admin.userManage}>{t("page.back")}</BackLink>
      <MemberHead member={member} linkTo={linkTo} />
      <AddressedTabs value={shown.part}>
        <TabList label={t("page.parts", { name: member.name })}>
          {MEMBER_TABS.filter((one) => one !== "notes" || member.role === "USER").map((one) => (
            <LinkTab key={one} value={one} to={`?part=${one}`}>
              {t(`page.${one}`)}
            </LinkTab>
          ))}
        </TabList>
        <TabPanel value={shown.part}>
          <MemberPart member={member} shown={shown} />
          {"lastPage" in shown && (
            <Pager page={page} lastPage={shown.lastPage} shape={ADMIN_PAGER} />
          )}
        </TabPanel>
      </AddressedTabs>
      {dialog && may(CALL_OF_DIALOG[dialog]) && (
        <MemberDialog name={dialog} member={member} closeTo={linkTo({})} />
      )}
    </div>
  );
}

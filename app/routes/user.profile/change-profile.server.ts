import type { AppLoadContext } from "@remix-run/node";
import { ChooseShown, UpdateProfile } from "@server/members/contracts/members";
import { AskForEnd } from "@server/members/contracts/own-data";
import { ChangePasswordForm } from "@server/members/contracts/passwords";
import { ChooseMails } from "@server/members/contracts/notices";
import { EndSession } from "@server/members/contracts/sessions";
import { z } from "zod";
import { actOnPasskeys } from "~/components/account/passkeys/act.server";
import { datesOf } from "~/lib/messages/dates.server";
import { investorApi } from "~/lib/callers";
import { paths, profilePath } from "~/lib/paths";
import { notFound } from "~/lib/messages/refusals";
import { submit } from "~/lib/forms/submit";
import { receiveFile } from "~/lib/forms/receive-file.server";
import { withToast } from "~/lib/messages/toasts.server";

const security = profilePath("security");

/** Saves a form of the profile; each has an intent of its own. */
export async function changeProfile(request: Request, context: AppLoadContext) {
  if (request.headers.get("content-type")?.startsWith("multipart/")) {
    return saveDetails(request, context);
  }
  const form = await request.formData();
  const api = await investorApi(context);
  const intent = form.get("intent");
  const answer = await actOnPasskeys(context, form, { api, here: security });
  if (answer) return answer;
  if (intent === "identity") {
    return submit(context, form, {
      schema: UpdateProfile,
      failed: "profile:unsaved",
      call: (input) => api.members.updateProfile(input),
      done: { to: profilePath("identity"), toast: "profile:saved" },
    });
  }
  if (intent === "ask-verification") {
    return submit(context, form, {
      schema: z.object({}),
      failed: "common:failed",
      call: () => api.members.askVerification(),
      done: { to: profilePath("identity"), toast: "profile:refused.asked" },
    });
  }
  if (intent === "code") {
    return submit(context, form, {
      schema: z.object({}),
      failed: "profile:password.unsent",
      call: () => api.passwords.requestChangeCode(),
      done: () => {
        const code = form.has("again") ? "again" : "1";
        return withToast(context, `${security}&code=${code}#password`, "profile:password.sent");
      },
    });
  }
  if (intent === "password") {
    return submit(context, form, {
      schema: ChangePasswordForm,
      failed: "profile:password.unchanged",
      call: ({ confirmNewPassword: _typedTwice, ...input }) => api.passwords.change(input),
      done: { to: security, toast: "profile:password.done" },
    });
  }
  if (intent === "shown") {
    return submit(context, form, {
      schema: ChooseShown,
      failed: "common:failed",
      call: (input) => api.members.chooseShown(input),
      done: { to: paths.user.profile, toast: "profile:mails.saved" },
    });
  }
  if (intent === "mails") {
    return submit(context, form, {
      schema: ChooseMails,
      failed: "common:failed",
      call: (input) => api.notices.chooseMails(input),
      done: { to: profilePath("notices"), toast: "profile:mails.saved" },
    });
  }
  // Each session in the list has its own form.
  if (typeof intent === "string" && intent.startsWith("end-session ")) {
    return submit(context, form, {
      schema: EndSession,
      failed: "common:failed",
      call: (input) => api.sessions.endOne(input),
      done: { to: security, toast: "profile:sessions.ended" },
    });
  }
  if (intent === "end") {
    return submit(context, form, {
      schema: AskForEnd,
      failed: "profile:data.endFailed",
      call: (input) => api.members.askForEnd(input),
      done: ({ endsAt }) => {
        const cookies = new Headers({ "Set-Cookie": context.caller.sessions.clear("user") });
        const until = datesOf(context.caller.language).moment(endsAt);
        return withToast(context, paths.home, "profile:data.ended", { until }, cookies);
      },
    });
  }
  // Only the explicit intent ends every session.
  if (intent !== "end-all") throw notFound(context);
  return submit(context, form, {
    schema: z.object({}),
    failed: "common:failed",
    call: () => api.sessions.endAll({ keepThis: false }),
    done: () => {
      const cookies = new Headers({ "Set-Cookie": context.caller.sessions.clear("user") });
      return withToast(context, paths.home, "profile:sessions.endedAll", {}, cookies);
    },
  });
}

/** The details; a picture that is sent with the form (without JavaScript) is stored first. */
async function saveDetails(request: Request, context: AppLoadContext) {
  const { fields, mediaId, reply } = await receiveFile(request, context, {
    field: "profileImageId",
    intent: "profile",
    failed: "profile:failed",
    imagesOnly: true,
  });
  if (reply) return reply;
  // Choosing another picture overrides removal.
  if (mediaId) fields.delete("removeProfileImage");
  const api = await investorApi(context);
  return submit(context, fields, {
    schema: UpdateProfile,
    failed: "profile:unsaved",
    call: (input) => api.members.updateProfile(input),
    done: { to: paths.user.profile, toast: "profile:saved" },
  });
}

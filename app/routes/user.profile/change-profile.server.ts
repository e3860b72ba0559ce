import type { AppLoadContext } from "@remix-run/node";
import { ChooseName, UpdateProfile } from "@server/members/contracts/members";
import { AskForEnd } from "@server/members/contracts/own-data";
import { ChangePasswordForm } from "@server/members/contracts/passwords";
import { ChooseMails } from "@server/members/contracts/notices";
import { EndSession } from "@server/members/contracts/sessions";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { Refusal } from "@server/platform/rules/refusals/refuse";
import { z } from "zod";
import { actOnPasskeys } from "~/components/account/passkeys/act.server";
import { investorApi } from "~/lib/callers";
import { paths, profilePath } from "~/lib/paths";
import { notFound, refusalIn } from "~/lib/messages/refusals";
import { replyWithFault, replyWithRefusal, submit } from "~/lib/forms/submit";
import { redirectWithToast, success } from "~/lib/messages/toasts.server";
import { translatorOf } from "@server/platform/words/translators.server";

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
      done: () => redirectWithToast(profilePath("identity"), say(context, "saved")),
    });
  }
  if (intent === "ask-verification") {
    return submit(context, form, {
      schema: z.object({}),
      failed: "common:failed",
      call: () => api.members.askVerification(),
      done: () => redirectWithToast(profilePath("identity"), say(context, "refused.asked")),
    });
  }
  if (intent === "code") {
    return submit(context, form, {
      schema: z.object({}),
      failed: "profile:password.unsent",
      call: () => api.passwords.requestChangeCode(),
      done: () => {
        const code = form.has("again") ? "again" : "1";
        return redirectWithToast(
          `${security}&code=${code}#password`,
          say(context, "password.sent"),
        );
      },
    });
  }
  if (intent === "password") {
    return submit(context, form, {
      schema: ChangePasswordForm,
      failed: "profile:password.unchanged",
      call: ({ confirmNewPassword: _typedTwice, ...input }) => api.passwords.change(input),
      done: () => redirectWithToast(security, say(context, "password.done")),
    });
  }
  if (intent === "name") {
    return submit(context, form, {
      schema: ChooseName,
      failed: "common:failed",
      call: (input) => api.referrals.chooseName(input),
      done: () => redirectWithToast(paths.user.profile, say(context, "mails.saved")),
    });
  }
  if (intent === "mails") {
    return submit(context, form, {
      schema: ChooseMails,
      failed: "common:failed",
      call: (input) => api.notices.chooseMails(input),
      done: () => redirectWithToast(profilePath("notices"), say(context, "mails.saved")),
    });
  }
  // Each session in the list has its own form.
  if (typeof intent === "string" && intent.startsWith("end-session ")) {
    return submit(context, form, {
      schema: EndSession,
      failed: "common:failed",
      call: (input) => api.sessions.endOne(input),
      done: () => redirectWithToast(security, say(context, "sessions.ended")),
    });
  }
  if (intent === "end") {
    return submit(context, form, {
      schema: AskForEnd,
      failed: "profile:data.endFailed",
      call: (input) => api.members.askForEnd(input),
      done: ({ endsAt }) => {
        const cookies = new Headers({ "Set-Cookie": context.caller.sessions.clear("user") });
        const until = formatDateTime(new Date(endsAt));
        return redirectWithToast(paths.home, say(context, "data.ended", { until }), cookies);
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
      return redirectWithToast(paths.home, say(context, "sessions.endedAll"), cookies);
    },
  });
}

const say = (context: AppLoadContext, key: string, words: { until?: string } = {}) =>
  success(translatorOf(context.caller.language).t(key, { ns: "profile", ...words }));

async function saveDetails(request: Request, context: AppLoadContext) {
  const { form, reply } = await readProfileForm(request, context);
  if (reply) return reply;
  const api = await investorApi(context);
  return submit(context, form, {
    schema: UpdateProfile,
    failed: "profile:unsaved",
    call: (input) => api.members.updateProfile(input),
    done: () => redirectWithToast(paths.user.profile, say(context, "saved")),
  });
}

/**
 * The submitted details; a picture sent with the form (without JavaScript) is stored first. `reply`
 * is set if the picture was refused; the details are then not validated.
 */
async function readProfileForm(request: Request, context: AppLoadContext) {
  const refused = (form: FormData, { code, params }: Refusal) =>
    replyWithRefusal(
      context,
      form,
      new Refusal(code, params, { fields: { profileImageId: [code] } }),
      "profile",
    );
  try {
    const received = await context.caller.files.receive(request, "user", { imagesOnly: true });
    const form = received.fields;
    if (received.refused) {
      form.delete("profileImageId");
      return { form, reply: refused(form, received.refused) };
    }
    if (received.mediaId) {
      form.set("profileImageId", received.mediaId);
      // Choosing another picture overrides removal.
      form.delete("removeProfileImage");
    }
    return { form, reply: null };
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    const form = new FormData();
    if (refusal) return { form, reply: refused(form, refusal) };
    if (request.signal.aborted) throw thrown;
    const fault = { failed: "profile:failed", field: "profileImageId", intent: "profile" };
    return { form, reply: replyWithFault(context, form, thrown, fault) };
  }
}

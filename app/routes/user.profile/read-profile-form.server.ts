import type { AppLoadContext } from "@remix-run/node";
import { Refusal } from "@server/platform/rules/refusals/refuse";
import { refusalIn } from "~/lib/messages/refusals";
import { replyWithFault, replyWithRefusal } from "~/lib/forms/submit";

/**
 * The submitted details; a picture sent with the form (without JavaScript) is stored first. `reply`
 * is set if the picture was refused; the details are then not validated.
 */
export async function readProfileForm(request: Request, context: AppLoadContext) {
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

import type { AppLoadContext } from "@remix-run/node";
import { Refusal } from "@server/domain/refusals/refuse";
import { refusalIn } from "~/lib/refusals";
import { replyWithFault, replyWithRefusal } from "~/lib/submit";

/**
 * The details as they were sent, the picture stored on the way where it came with the form (before
 * any script). `reply` is there when the picture was refused: nothing else was looked at then.
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
    const received = await context.receiveUpload(request, "user");
    const form = received.fields;
    if (received.refused) {
      form.delete("profileImageId");
      return { form, reply: refused(form, received.refused) };
    }
    if (received.mediaId) {
      form.set("profileImageId", received.mediaId);
      // Choosing another picture is not removing it.
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

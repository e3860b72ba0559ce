import type { AppLoadContext } from "@remix-run/node";
import { besideField, type Refusal } from "@server/platform/rules/refusals/refuse";
import { refusalIn } from "../messages/refusals";
import { replyWithFault, replyWithRefusal } from "./submit";

interface Asked {
  /** The field of the file: it names the stored one, or shows why none was stored. */
  field: string;
  intent: string;
  /** The key of the text for a fault. */
  failed: string;
  imagesOnly?: boolean;
}

/**
 * A member's form with a file, which is stored first. `reply` is set where the file was refused; the
 * other fields are then not validated.
 */
export async function receiveFile(
  request: Request,
  context: AppLoadContext,
  { field, intent, failed, imagesOnly = false }: Asked,
) {
  const refused = (fields: FormData, refusal: Refusal) => {
    // A refused new file also discards the earlier one.
    fields.delete(field);
    const beside = besideField(refusal, field);
    return { fields, mediaId: null, reply: replyWithRefusal(context, fields, beside, intent) };
  };
  try {
    const received = await context.caller.files.receive(request, "user", { imagesOnly });
    const { fields, mediaId } = received;
    if (received.refused) return refused(fields, received.refused);
    if (mediaId) fields.set(field, mediaId);
    return { fields, mediaId, reply: null };
  } catch (thrown) {
    const fields = new FormData();
    const refusal = refusalIn(thrown);
    if (refusal) return refused(fields, refusal);
    if (request.signal.aborted) throw thrown;
    const reply = replyWithFault(context, fields, thrown, { failed, field, intent });
    return { fields, mediaId: null, reply };
  }
}

import { memberProcedure } from "@server/access";
import { type OwnIdentity, SubmitIdentity } from "@server/members/contracts/identity";
import { refuseField } from "@server/platform/rules/refusals/refuse";
import { addPicture } from "./documents";
import { keepTyped, sendAll, viewOf } from "./own-identity";

/**
 * Keeps what is typed, adds a picture, and with `isTrue` sends all of it: each as the page's step does, in
 * this order. Refuses as they do; what an earlier step has kept stays.
 */
export const submit = memberProcedure
  .input(SubmitIdentity)
  .mutation(async ({ ctx, input }): Promise<OwnIdentity> => {
    const { kind, side = "FRONT", files = [], place, isTrue, ...typed } = input;
    const [file] = files;
    if (file && kind === undefined) throw refuseField("kind", "FIELD_INVALID");
    if (Object.values(typed).some((value) => value !== undefined)) await keepTyped(ctx, typed);
    if (file && kind) await addPicture(ctx, { kind, side, file });
    if (isTrue) await sendAll(ctx, { place });
    return viewOf(ctx);
  });

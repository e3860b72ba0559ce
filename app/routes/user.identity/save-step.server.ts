import { type AppLoadContext, redirect } from "@remix-run/node";
import {
  type OwnIdentity,
  SaveAddress,
  type SaveIdentity,
  SavePan,
  SaveSecond,
  SendIdentity,
} from "@server/members/contracts/identity";
import { type IdentityStep, pictureOf } from "@server/members/rules/identity/steps";
import { besideField, refuse } from "@server/platform/rules/refusals/refuse";
import { investorApi } from "~/lib/callers";
import { sentForm } from "~/lib/forms/sent-form.server";
import { submit } from "~/lib/forms/submit";
import { notFound, refusalIn } from "~/lib/messages/refusals";
import { withToast } from "~/lib/messages/toasts.server";
import { z } from "zod";
import { identityPath, purchaseIn, stepIn } from "./identity-path";

/** The first question that is open; the last look once there is none. */
export const nextStep = ({ steps }: Pick<OwnIdentity, "steps">): IdentityStep | "send" =>
  steps.find(({ isDone }) => !isDone)?.step ?? "send";

/** The forms of the questions that are typed. */
const TYPED: Record<"pan" | "second" | "address", z.ZodType<SaveIdentity>> = {
  pan: SavePan,
  second: SaveSecond,
  address: SaveAddress,
};

/** Saves the answer to one question, and leads to the next one that is open. */
export async function saveStep(request: Request, context: AppLoadContext) {
  const asked = new URL(request.url).searchParams;
  const [step, purchase] = [stepIn(asked), purchaseIn(asked)];
  const { fields, file, refused } = await sentForm(request, context, "user");
  const { identity } = await investorApi(context);
  const onward = (after: OwnIdentity) => redirect(identityPath(nextStep(after), purchase));
  switch (step) {
    case "pan":
    case "second":
    case "address":
      return submit(context, fields, {
        schema: TYPED[step],
        failed: "common:failed",
        call: (input) => identity.save(input),
        done: onward,
      });
    case "send":
      return submit(context, fields, {
        schema: SendIdentity,
        failed: "common:failed",
        call: (input) => identity.send(input),
        done: () => withToast(context, identityPath(null, purchase), "identity:sent.toast"),
      });
    case null:
      throw notFound(context);
    default:
      return submit(context, fields, {
        // Scripts store the file once it is chosen, and name it here.
        schema: z.object({ documentId: z.string().optional() }),
        failed: "identity:picture.failed",
        call: ({ documentId }) =>
          besideFile(async () => {
            if (refused) throw refused;
            const before = await identity.mine();
            const picture = pictureOf(step, before.typed.secondKind);
            if (!picture) throw refuse("IDENTITY_KIND_REQUIRED");
            if (!file) {
              const kept = before.steps.find((one) => one.step === step);
              if (!documentId && !kept?.isDone) throw refuse("FILE_REQUIRED");
              return before;
            }
            const { fileName, bytes } = file;
            const sent = { fileName, bytes: new Uint8Array(bytes) };
            await identity.addDocument({ ...picture, file: sent });
            return identity.mine();
          }),
        done: onward,
      });
  }
}

/** Shows the refusal of a picture beside its field. */
async function besideFile<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (!refusal) throw thrown;
    throw besideField(refusal, "documentId");
  }
}

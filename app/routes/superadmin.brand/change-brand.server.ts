import type { AppLoadContext } from "@remix-run/node";
import {
  DraftRef,
  DrawBrandPicture,
  RollBackBrand,
  SaveBrand,
  StartBrand,
} from "@server/brands/contracts/brands";
import { besideField, refuse } from "@server/platform/rules/refusals/refuse";
import { BRAND_PICTURES } from "@themes/vocabulary";
import { superAdminApi } from "~/lib/callers";
import { brandPath } from "~/lib/paths";
import { refusalIn } from "~/lib/messages/refusals";
import { replyWithRefusal, submit } from "~/lib/forms/submit";
import { withToast } from "~/lib/messages/toasts.server";

/** The actions of the studio's forms, by intent. */
export async function changeBrand(request: Request, context: AppLoadContext, companyId: string) {
  const api = await superAdminApi(context);
  const done = (key: string, facts: Record<string, string | number> = {}) =>
    withToast(context, brandPath(companyId), `brand:${key}`, facts);
  if (request.headers.get("content-type")?.startsWith("multipart/")) {
    return setPicture(request, context, companyId, () => done("pictures.set"));
  }
  const form = await request.formData();
  form.set("companyId", companyId);
  const intent = textOf(form, "intent");
  const [verb = "", subject = ""] = intent.split(/-(?=[^-]*$)/);
  switch (verb) {
    case "start":
      return submit(context, form, {
        schema: StartBrand,
        call: (input) => api.brands.start(input),
        done: () => done("start.done"),
      });
    case "discard":
      return submit(context, form, {
        schema: DraftRef,
        call: (input) => api.brands.discard(input),
        done: () => done("discarded"),
      });
    case "roll-back":
      return submit(context, form, {
        schema: RollBackBrand,
        call: (input) => api.brands.rollBack(input),
        done: ({ version }) => done("published", { version }),
      });
    case "draw":
      form.set("picture", subject);
      return submit(context, form, {
        schema: DrawBrandPicture,
        call: (input) => api.brands.drawPicture(input),
        done: () => done("pictures.undone"),
      });
    default:
      return save(form, context, companyId, done);
  }
}

type Answer = ReturnType<typeof withToast>;
type Done = (key: string, facts?: Record<string, string | number>) => Answer;

/** Saves the draft; the publish button also publishes exactly that draft. */
async function save(form: FormData, context: AppLoadContext, companyId: string, done: Done) {
  const api = await superAdminApi(context);
  // Buttons that accept the suggested colour or token distribution.
  const accent = textOf(form, "useAccent");
  if (accent) form.set("accent", accent);
  const distribution = textOf(form, "useDistribution");
  if (distribution) form.set("tokenDistribution", distribution);
  return submit(context, form, {
    schema: SaveBrand,
    call: async (input) => {
      const { basedOn } = await api.brands.save(input);
      if (form.get("then") !== "publish") return null;
      // A step-up sends the form again: it then follows the draft that is saved now.
      form.set("basedOn", basedOn);
      return api.brands.publish({ companyId, basedOn });
    },
    done: (published) =>
      published ? done("published", { version: published.version }) : done("saved"),
  });
}

/** Sets one picture; a refusal appears beside its field. */
async function setPicture(
  request: Request,
  context: AppLoadContext,
  companyId: string,
  done: () => Answer,
) {
  const api = await superAdminApi(context);
  const { file, fields, refused } = await context.caller.files.read(request, "superadmin");
  const intent = textOf(fields, "intent");
  const picture = BRAND_PICTURES.find((name) => intent === `picture-${name}`);
  try {
    if (refused) throw refused;
    if (!file || !picture) throw refuse("FILE_REQUIRED");
    const basedOn = textOf(fields, "basedOn");
    const bytes = new Uint8Array(file.bytes);
    await api.brands.setPicture({
      companyId,
      basedOn,
      picture,
      file: { fileName: file.fileName, bytes },
    });
    return await done();
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (!refusal) throw thrown;
    return replyWithRefusal(context, fields, besideField(refusal, "file"));
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

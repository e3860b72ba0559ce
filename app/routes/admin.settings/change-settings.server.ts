import type { AppLoadContext } from "@remix-run/node";
import { SetSecondAdmin } from "@server/companies/contracts/changes";
import {
  AddDocument,
  DocumentRef,
  UpdateSettings,
} from "@server/companies/contracts/company-settings";
import { PriceRef, SetPrice } from "@server/companies/contracts/prices";
import { Refusal, refuse } from "@server/platform/rules/refusals/refuse";
import { adminApi } from "~/lib/callers";
import { paths } from "~/lib/paths";
import { submit } from "~/lib/forms/submit";
import { refusalIn } from "~/lib/messages/refusals";
import { redirectWithToast, success } from "~/lib/messages/toasts.server";
import { translatorOf } from "@server/platform/words/translators.server";

/** Saves a form of the settings; each has an intent of its own. */
export async function changeSettings(request: Request, context: AppLoadContext) {
  const isMultipart = request.headers.get("content-type")?.startsWith("multipart/") ?? false;
  const sent = isMultipart
    ? await context.caller.files.read(request, "admin")
    : { fields: await request.formData(), file: null, refused: null };
  const form = sent.fields;
  const api = await adminApi(context);
  const { t } = translatorOf(context.caller.language);
  const done = (key: string) =>
    redirectWithToast(paths.admin.settings, success(t(`settings:${key}`)));
  const intent = form.get("intent");
  if (intent === "set-price") {
    return submit(context, form, {
      schema: SetPrice,
      call: (input) => api.prices.set(input),
      done: () => done("price.set"),
    });
  }
  if (intent === "second-admin") {
    return submit(context, form, {
      schema: SetSecondAdmin,
      call: (input) => api.companies.setSecondAdmin(input),
      done: () => done("saved"),
    });
  }
  if (intent === "cancel-price") {
    return submit(context, form, {
      schema: PriceRef,
      call: (input) => api.prices.cancel(input),
      done: () => done("price.cancelled"),
    });
  }
  if (intent === "add-document") {
    return submit(context, form, {
      schema: AddDocument.pick({ title: true }),
      call: ({ title }) =>
        besideFile(async () => {
          if (sent.refused) throw sent.refused;
          if (!sent.file) throw refuse("FILE_REQUIRED");
          const { fileName, bytes } = sent.file;
          return api.companies.addDocument({
            title,
            file: { fileName, bytes: new Uint8Array(bytes) },
          });
        }),
      done: () => done("saved"),
    });
  }
  if (intent === "remove-document") {
    return submit(context, form, {
      schema: DocumentRef,
      call: (input) => api.companies.removeDocument(input),
      done: () => done("saved"),
    });
  }
  return submit(context, form, {
    schema: UpdateSettings,
    call: (input) => api.companies.updateSettings(input),
    done: () => done("saved"),
  });
}

/** Shows the refusal of a file beside its field. */
async function besideFile<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (!refusal || !/^FILE_|_PDF$/.test(refusal.code)) throw thrown;
    throw new Refusal(refusal.code, refusal.params, { fields: { file: [refusal.code] } });
  }
}

import { type AppLoadContext, redirect } from "@remix-run/node";
import {
  AddDocument,
  DocumentRef,
  SaveAdvanced,
  SaveSale,
  UpdateSettings,
} from "@server/companies/contracts/company-settings";
import { SetIdentity } from "@server/companies/contracts/identity-rules";
import { PriceRef, ReviewTerms } from "@server/companies/contracts/prices";
import { SetPlan } from "@server/launch/contracts/plan";
import { ownText, settingsTab } from "~/lib/settings-tab";
import { besideField, refuse } from "@server/platform/rules/refusals/refuse";
import { adminApi } from "~/lib/callers";
import { paths } from "~/lib/paths";
import { intentIn } from "~/lib/forms/form-reply";
import { sentForm } from "~/lib/forms/sent-form.server";
import { submit } from "~/lib/forms/submit";
import { refusalIn } from "~/lib/messages/refusals";
import { withToast } from "~/lib/messages/toasts.server";

/** The tab of a form that is not named after it. */
const TAB_OF: Readonly<Record<string, string>> = {
  "confirm-sale": "sale",
  "cancel-price": "sale",
  "unlock-plan": "sale",
  "add-document": "texts",
  "remove-document": "texts",
};

const termsOf = (input: SaveSale) => ReviewTerms.parse(input);
const settingsOf = (input: SaveSale) => UpdateSettings.parse(input);

/** The address of the tab with the input, which is to be confirmed. */
function reviewOf(back: string, form: FormData): string {
  const params = new URLSearchParams();
  for (const [name, value] of form) {
    if (Object.hasOwn(SaveSale.shape, name) && typeof value === "string") params.set(name, value);
  }
  return `${back}&review=1&${params.toString()}`;
}

/** Saves a form of the settings: a tab, or a document. */
export async function changeSettings(request: Request, context: AppLoadContext) {
  const sent = await sentForm(request, context, "admin");
  const form = sent.fields;
  const api = await adminApi(context);
  const intent = intentIn(form) ?? "";
  const tab = settingsTab(TAB_OF[intent] ?? intent);
  const text = ownText(new URL(request.url).searchParams.get("text"));
  const back = `${paths.admin.settings}?tab=${tab}${tab === "texts" && text ? `&text=${text}` : ""}`;
  const done = (key: string) => withToast(context, back, `settings:${key}`);
  if (intent === "sale") {
    return submit(context, form, {
      schema: SaveSale,
      call: async (input) => {
        const changes = await api.prices.review(termsOf(input));
        if (changes.length === 0) await api.companies.updateSettings(settingsOf(input));
        return changes;
      },
      // A price, fee, reward or launch is shown again before it is changed.
      done: (changes) => (changes.length > 0 ? redirect(reviewOf(back, form)) : done("saved")),
    });
  }
  if (intent === "confirm-sale") {
    return submit(context, form, {
      schema: SaveSale,
      call: async (input) => {
        await api.companies.updateSettings(settingsOf(input));
        const terms = termsOf(input);
        const { price, startsAt, ...others } = terms;
        const changes = await api.prices.review(terms);
        const isPrice = changes.some(({ name }) => name === "priceMicroRupees");
        if (isPrice && price) await api.prices.set({ price, startsAt });
        await api.prices.setTerms({ ...others, startsAt });
      },
      done: () => done("saved"),
    });
  }
  if (intent === "advanced") {
    return submit(context, form, {
      schema: SaveAdvanced,
      call: async ({ secondAdminAbove, ...input }) => {
        await api.companies.updateSettings(input);
        await api.companies.setSecondAdmin({ secondAdminAbove });
      },
      done: () => done("saved"),
    });
  }
  if (intent === "unlock-plan") {
    return submit(context, form, {
      schema: SetPlan,
      call: (input) => api.launch.setPlan(input),
      done: () => done("saved"),
    });
  }
  if (intent === "identity") {
    return submit(context, form, {
      schema: SetIdentity,
      call: (input) => api.companies.setIdentity(input),
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
    throw besideField(refusal, "file");
  }
}

import type { AppLoadContext } from "@remix-run/node";
import {
  AddBeneficiaryForm,
  BeneficiaryRef,
  UpdateBeneficiaryForm,
} from "@server/companies/contracts/beneficiaries";
import { adminApi, keyOf } from "~/lib/callers";
import { paths } from "~/lib/paths";
import { submit } from "~/lib/forms/submit";
import { withToast } from "~/lib/messages/toasts.server";

/** The page's form actions: add, change, make default or remove an account. */
export async function changeAccount(request: Request, context: AppLoadContext) {
  const form = await request.formData();
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  const done = (key: string) => () =>
    withToast(context, paths.admin.beneficiary, key, { ns: "accounts" });
  switch (form.get("intent")) {
    case "add":
      return submit(context, form, {
        schema: AddBeneficiaryForm,
        call: ({ accountNumberAgain: _typedTwice, ...input }) => api.beneficiaries.add(input),
        done: done("addedToast"),
      });
    case "default":
      return submit(context, form, {
        schema: BeneficiaryRef,
        call: (input) => api.beneficiaries.makeDefault(input),
        done: done("defaultToast"),
      });
    case "remove":
      return submit(context, form, {
        schema: BeneficiaryRef,
        call: (input) => api.beneficiaries.remove(input),
        done: done("removedToast"),
      });
    default:
      return submit(context, form, {
        schema: UpdateBeneficiaryForm,
        call: ({ accountNumberAgain: _typedTwice, id, ...input }) =>
          id === undefined
            ? api.beneficiaries.add({ ...input, isDefault: true })
            : api.beneficiaries.edit({ ...input, id }),
        done: done("updatedToast"),
      });
  }
}

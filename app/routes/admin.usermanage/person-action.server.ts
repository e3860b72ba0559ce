import type { AppLoadContext } from "@remix-run/node";
import { AddMember, MemberRef, UpdateMember } from "@server/contracts/members";
import { adminApi } from "~/lib/callers";
import { submit } from "~/lib/submit";
import { redirectWithToast, success } from "~/lib/toasts.server";
import { createTranslator } from "~/locales/translator";

interface Afterwards {
  /** Where a person is read after a change. */
  stay: string;
  /** Where to go once they are gone. */
  leave: string;
}

/** What the dialogs about a person do: on the list and on the person's own page. */
export async function actOnPerson(
  context: AppLoadContext,
  form: FormData,
  { stay, leave }: Afterwards,
) {
  const api = await adminApi(context);
  const { t } = createTranslator(context.language);
  const done =
    (key: string, to = stay) =>
    () =>
      redirectWithToast(to, success(t(`users:${key}`)));
  const intent = form.get("intent");
  if (intent === "add") {
    return submit(context, form, {
      intent,
      schema: AddMember,
      call: (input) => api.members.add(input),
      done: done("added"),
    });
  }
  if (intent === "approve") {
    return submit(context, form, {
      intent,
      schema: MemberRef,
      call: (input) => api.members.approve(input),
      done: done("approved"),
    });
  }
  if (intent === "remove") {
    return submit(context, form, {
      intent,
      schema: MemberRef,
      call: (input) => api.members.remove(input),
      done: done("deleted", leave),
    });
  }
  return submit(context, form, {
    intent: "edit",
    schema: UpdateMember,
    call: (input) => api.members.update(input),
    done: done("updated"),
  });
}

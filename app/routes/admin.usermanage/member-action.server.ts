import { REFUSAL_KINDS } from "@server/platform/rules/refusals/kinds";
import type { AppLoadContext } from "@remix-run/node";
import {
  AddMember,
  ApproveMembers,
  ApproveShownMember,
  MemberRef,
  RefuseMember,
  UpdateMember,
} from "@server/members/contracts/members";
import { translateRefusal, translatorOf } from "@server/platform/words/translators.server";
import { adminApi } from "~/lib/callers";
import { orRefuse, refusalIn } from "~/lib/messages/refusals";
import { submit } from "~/lib/forms/submit";
import { failure, redirectWithToast, success, withToast } from "~/lib/messages/toasts.server";

/** The member of a dialog over the list; if deleted, redirects to the list with a message. */
export async function requestedMember(context: AppLoadContext, id: string, close: string) {
  const api = await adminApi(context);
  const found = api.members.find({ id }).catch(async (thrown: unknown) => {
    const refusal = refusalIn(thrown);
    const kind = refusal && REFUSAL_KINDS[refusal.code];
    if (kind !== "not-found" && kind !== "input") throw thrown;
    const toast = failure(translateRefusal(context.caller.language, "MEMBER_NOT_FOUND"));
    throw await redirectWithToast(close, toast);
  });
  return orRefuse(context, found);
}

interface Afterwards {
  /** The page of the member after a change. */
  stay: string;
  /** The page after the member is deleted. */
  leave: string;
}

/** The actions of the member dialogs, on the list and on the member's page. */
export async function actOnMember(
  context: AppLoadContext,
  form: FormData,
  { stay, leave }: Afterwards,
) {
  const api = await adminApi(context);
  const { t } = translatorOf(context.caller.language);
  const done =
    (key: string, to = stay) =>
    () =>
      withToast(context, to, `users:${key}`);
  const intent = form.get("intent");
  if (intent === "add") {
    return submit(context, form, {
      schema: AddMember,
      call: (input) => api.members.add(input),
      done: done("added"),
    });
  }
  if (intent === "approve") {
    return submit(context, form, {
      schema: ApproveShownMember,
      call: (input) => api.members.approve(input),
      done: done("approved"),
    });
  }
  if (intent === "refuse") {
    return submit(context, form, {
      schema: RefuseMember,
      call: (input) => api.members.refuse(input),
      done: done("refuse.done"),
    });
  }
  if (intent === "approve-several") {
    return submit(context, form, {
      schema: ApproveMembers,
      call: (input) => api.members.approveMany(input),
      done: ({ approved, left }) =>
        redirectWithToast(
          stay,
          left === 0
            ? success(t("users:several.approved", { count: approved }))
            : failure(t("users:several.left", { count: left, approved })),
        ),
    });
  }
  if (intent === "remove") {
    return submit(context, form, {
      schema: MemberRef,
      call: (input) => api.members.remove(input),
      done: done("deleted", leave),
    });
  }
  return submit(context, form, {
    schema: UpdateMember,
    call: (input) => api.members.update(input),
    done: done("updated"),
  });
}

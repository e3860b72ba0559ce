import { type AppLoadContext, data } from "@remix-run/node";
import { AddPasskey, LogInWithPasskey, RemovePasskey } from "@server/members/contracts/passkeys";
import type { LoggedIn } from "@server/members/contracts/sessions";
import type { Caller } from "@server/http/router";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { publicApi } from "~/lib/callers";
import { submit } from "~/lib/forms/submit";
import { withToast } from "~/lib/messages/toasts.server";

const constraints = constraintsOf({ addPasskey: AddPasskey, removePasskey: RemovePasskey });

/** The constraints of a `PasskeySection`'s forms; its page's loader returns them with its own. */
export const passkeyConstraints = constraints;

/**
 * Handles the forms of a `PasskeySection`; null for another form. Recovery codes come in the
 * action's response: they are shown once.
 */
export async function actOnPasskeys(
  context: AppLoadContext,
  form: FormData,
  { api, here }: { api: Caller; here: string },
) {
  const done = (key: string) => withToast(context, `${here}#passkeys`, `passkeys:${key}`);
  const intent = form.get("intent");
  if (intent === "add-passkey") {
    return submit(context, form, {
      schema: AddPasskey,
      call: (input) => api.passkeys.add(input),
      done: async (added) => (added.recoveryCodes.length > 0 ? data(added) : await done("isAdded")),
    });
  }
  // Each passkey in the list has its own form.
  if (typeof intent !== "string" || !intent.startsWith("remove-passkey ")) return null;
  return submit(context, form, {
    schema: RemovePasskey,
    call: (input) => api.passkeys.remove(input),
    done: () => done("isRemoved"),
  });
}

/** Handles the form of `PasskeyLogIn`. */
export const logInWithPasskey = <Done>(
  context: AppLoadContext,
  form: FormData,
  role: LogInWithPasskey["role"],
  done: (session: LoggedIn) => Done | Promise<Done>,
) => {
  form.set("role", role);
  return submit(context, form, {
    schema: LogInWithPasskey,
    failed: "people:login.failed",
    call: (input) => publicApi(context).passkeys.logIn(input),
    done,
  });
};

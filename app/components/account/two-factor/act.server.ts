import { type AppLoadContext, data, redirect } from "@remix-run/node";
import {
  BeginTwoFactor,
  RequireTwoFactor,
  TwoFactorCode,
  TurnOffTwoFactor,
} from "@server/members/contracts/two-factor";
import type { Caller } from "@server/http/router";
import { actOnPasskeys, passkeyConstraints } from "~/components/account/passkeys/act.server";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { qrCode } from "~/lib/pages/qr-codes.server";
import { orRefuse } from "~/lib/messages/refusals";
import { submit } from "~/lib/forms/submit";
import { withToast } from "~/lib/messages/toasts.server";

const constraints = constraintsOf({
  begin: BeginTwoFactor,
  code: TwoFactorCode,
  turnOff: TurnOffTwoFactor,
});

/** The account's two-factor state and passkeys, and the QR code of an app that is being set up. */
export async function loadSecurity(context: AppLoadContext, api: Caller) {
  const [{ pending, ...own }, passkeys] = await orRefuse(
    context,
    Promise.all([api.secondStep.mine(), api.passkeys.mine()]),
  );
  return {
    constraints: { ...constraints, ...passkeyConstraints },
    ...own,
    passkeys,
    pending: pending && { key: pending.secret, picture: await qrCode(pending.uri) },
  };
}

/** The page's forms. New recovery codes come in the action's response: they are shown once. */
export async function actOnSecurity(
  context: AppLoadContext,
  form: FormData,
  { api, here }: { api: Caller; here: string },
) {
  const done = (key: string) => withToast(context, here, `security:${key}`);
  const answer = await actOnPasskeys(context, form, { api, here });
  if (answer) return answer;
  switch (form.get("intent")) {
    case "confirm":
      return submit(context, form, {
        schema: TwoFactorCode,
        call: (input) => api.secondStep.confirm(input),
        done: (answer) => data(answer),
      });
    case "renew":
      return submit(context, form, {
        schema: TwoFactorCode,
        call: (input) => api.secondStep.renewCodes(input),
        done: (answer) => data(answer),
      });
    case "off":
      return submit(context, form, {
        schema: TurnOffTwoFactor,
        call: (input) => api.secondStep.turnOff(input),
        done: () => done("isOff"),
      });
    case "require":
      return submit(context, form, {
        schema: RequireTwoFactor,
        call: (input) => api.secondStep.require(input),
        done: (_null, { isRequired }) => done(isRequired ? "nowRequired" : "nowReleased"),
      });
    default:
      return submit(context, form, {
        schema: BeginTwoFactor,
        call: (input) => api.secondStep.begin(input),
        done: () => redirect(here),
      });
  }
}

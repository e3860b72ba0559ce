import { type AppLoadContext, data, redirect } from "@remix-run/node";
import QRCode from "qrcode";
import {
  BeginSecondStep,
  RequireSecondStep,
  SecondCode,
  TurnOffSecondStep,
} from "@server/contracts/second-step";
import type { Caller } from "@server/procedures/router";
import { orRefuse } from "~/lib/refusals";
import { submit } from "~/lib/submit";
import { redirectWithToast, success } from "~/lib/toasts.server";
import { createTranslator } from "~/locales/translator";

/** How the account is protected, and the picture for an app that is being set up. */
export async function loadSecurity(context: AppLoadContext, api: Caller) {
  const { pending, ...own } = await orRefuse(context, api.secondStep.mine());
  return { ...own, pending: pending && { key: pending.secret, picture: await qr(pending.uri) } };
}

async function qr(text: string): Promise<string> {
  const svg = await QRCode.toString(text, { type: "svg", width: 224, margin: 4 });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

/** The forms of the page; fresh recovery codes come as its answer, since they are shown once. */
export async function actOnSecurity(
  context: AppLoadContext,
  form: FormData,
  { api, here }: { api: Caller; here: string },
) {
  const { t } = createTranslator(context.language);
  const done = (key: string) => redirectWithToast(here, success(t(`security:${key}`)));
  switch (form.get("intent")) {
    case "confirm":
      return submit(context, form, {
        intent: "confirm",
        schema: SecondCode,
        call: (input) => api.secondStep.confirm(input),
        done: (answer) => data(answer),
      });
    case "renew":
      return submit(context, form, {
        intent: "renew",
        schema: SecondCode,
        call: (input) => api.secondStep.renewCodes(input),
        done: (answer) => data(answer),
      });
    case "off":
      return submit(context, form, {
        intent: "off",
        schema: TurnOffSecondStep,
        call: (input) => api.secondStep.turnOff(input),
        done: () => done("isOff"),
      });
    case "require":
      return submit(context, form, {
        intent: "require",
        schema: RequireSecondStep,
        call: (input) => api.secondStep.require(input),
        done: (_null, { isRequired }) => done(isRequired ? "nowRequired" : "nowReleased"),
      });
    default:
      return submit(context, form, {
        intent: "begin",
        schema: BeginSecondStep,
        call: (input) => api.secondStep.begin(input),
        done: () => redirect(here),
      });
  }
}

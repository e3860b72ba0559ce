import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SaveAddress, SavePan, SaveSecond, SendIdentity } from "@server/members/contracts/identity";
import { investorApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { handleLostConnection } from "~/lib/forms/lost-connection";
import { orRefuse } from "~/lib/messages/refusals";
import { loadWords } from "~/lib/messages/words";
import { titled } from "~/lib/pages/page-meta";
import { purchaseIn, stepIn } from "./identity-path";
import { nextStep, saveStep } from "./save-step.server";
import { SendStep } from "./send-step";
import { Standing } from "./standing";
import { Step } from "./step";

export const handle = await loadWords("identity", "paying");

const constraints = constraintsOf({
  pan: SavePan,
  second: SaveSecond,
  address: SaveAddress,
  send: SendIdentity,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const asked = new URL(request.url).searchParams;
  const identity = await orRefuse(context, api.identity.mine());
  return {
    constraints,
    identity,
    next: nextStep(identity),
    purchase: purchaseIn(asked) || (identity.purchase ?? ""),
    step: stepIn(asked),
  };
}

export const action = ({ request, context }: ActionFunctionArgs) => saveStep(request, context);

export const clientAction = handleLostConnection;

/** The last step may ask the browser for the place; every other page may not. */
export const headers = () => ({
  "Permissions-Policy": "camera=(), geolocation=(self), microphone=(), payment=()",
});

export const meta = titled("Identity");

export default function IdentityPage() {
  const { identity, step, next } = useLoaderData<typeof loader>();
  const { t } = useTranslation("identity");
  const shown = identity.mayChange ? step : null;
  const asked = identity.steps.find((one) => one.step === shown);
  return (
    <div className="mx-auto grid w-full max-w-xl gap-5">
      <h1>{t("title")}</h1>
      {shown === "send" && next === "send" ? (
        <SendStep />
      ) : asked ? (
        <Step key={asked.step} asked={asked} />
      ) : (
        <Standing />
      )}
    </div>
  );
}

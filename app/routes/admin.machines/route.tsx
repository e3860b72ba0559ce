import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AddEndpoint, AddKey, MachineRef } from "@server/companies/contracts/machines";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { submit } from "~/lib/forms/submit";
import { notFound, orRefuse } from "~/lib/messages/refusals";
import { withToast } from "~/lib/messages/toasts.server";
import { intentIn } from "~/lib/forms/form-reply";
import { loadWords } from "~/lib/messages/words";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { Deliveries, Endpoints } from "./endpoints";
import { Keys } from "./keys";

export const handle = await loadWords("admin/machines");

const constraints = constraintsOf({ key: AddKey, endpoint: AddEndpoint });

export async function loader({ context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  return { ...(await orRefuse(context, api.machines.list())), constraints };
}

const ENDINGS = {
  endKey: "keyEnded",
  endEndpoint: "endpointEnded",
  sendAgain: "sentAgain",
} as const;

/** An intent is an act, and for one of several what it concerns. What is made is shown this once. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await adminApi(context);
  const intent = intentIn(form) ?? "";
  if (intent === "addKey") {
    return submit(context, form, {
      schema: AddKey,
      call: (input) => api.machines.addKey(input),
      done: ({ name, token }) => ({ made: { of: "key" as const, name, secret: token } }),
    });
  }
  if (intent === "addEndpoint") {
    return submit(context, form, {
      schema: AddEndpoint,
      call: (input) => api.machines.addEndpoint(input),
      done: ({ url, secret }) => ({ made: { of: "endpoint" as const, name: url, secret } }),
    });
  }
  if (intent.startsWith("renewSecret ")) {
    return submit(context, form, {
      schema: MachineRef,
      call: (input) => api.machines.renewSecret(input),
      done: ({ url, secret }) => ({ made: { of: "endpoint" as const, name: url, secret } }),
    });
  }
  const act = (Object.keys(ENDINGS) as (keyof typeof ENDINGS)[]).find(
    (one) => one === intent.split(" ")[0],
  );
  if (!act) throw notFound(context);
  return submit(context, form, {
    schema: MachineRef,
    call: (input) => api.machines[act](input),
    done: () => {
      return withToast(context, paths.admin.machines, `machines:${ENDINGS[act]}`);
    },
  });
}

export const meta = titled("Machines");

/** The company's API keys, the addresses that are told of events, and what they were told. */
export default function MachinesPage() {
  const { keys, endpoints, deliveries } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation("machines");
  const made = result && "made" in result ? result.made : null;
  return (
    <div className="grid gap-5">
      <div>
        <h1>{t("title")}</h1>
        <p className="hint mt-1">{t("intro")}</p>
        <p className="mt-2">
          <a className="link-out" href="/api/docs">
            {t("docs")}
          </a>
        </p>
      </div>
      <Keys keys={keys} made={made?.of === "key" ? made : null} />
      <Endpoints endpoints={endpoints} made={made?.of === "endpoint" ? made : null} />
      <Deliveries deliveries={deliveries} endpoints={endpoints} />
    </div>
  );
}

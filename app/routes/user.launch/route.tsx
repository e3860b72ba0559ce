import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AskWallet, LoseWallet, ProveWallet, WalletRef } from "@server/launch/contracts/wallets";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { useDates } from "~/components/data/use-dates";
import { investorApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { intentIn } from "~/lib/forms/form-reply";
import { submit } from "~/lib/forms/submit";
import { orRefuse } from "~/lib/messages/refusals";
import { loadWords } from "~/lib/messages/words";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { useTokens } from "~/lib/use-site";
import { Calendar } from "./calendar";
import { Deliveries } from "./deliveries";
import { OwnWallet } from "./own-wallet";

export const handle = await loadWords("launch");

/** Members without a wallet are mailed this long before the launch. */
const FIRST_MAIL_MS = 30 * 24 * 60 * 60 * 1000;

const constraints = constraintsOf({ ask: AskWallet, prove: ProveWallet, lose: LoseWallet });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const [mine, deliveries] = await orRefuse(
    context,
    Promise.all([api.launch.mine(), api.batches.mine()]),
  );
  return {
    deliveries,
    constraints,
    mine,
    /** The member asks for another wallet than the proven one, or than the one of the message. */
    isChanging: new URL(request.url).searchParams.has("change"),
    isEarly:
      mine.free === 0 &&
      (mine.launchAt === null || Date.parse(mine.launchAt) > Date.now() + FIRST_MAIL_MS),
    today: dateInIndia(new Date()),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await investorApi(context);
  const intent = intentIn(form);
  if (intent === "prove") {
    return submit(context, form, {
      schema: ProveWallet,
      call: api.launch.proveWallet,
      done: { to: paths.user.launch, toast: "launch:provedToast" },
    });
  }
  if (intent === "lose") {
    return submit(context, form, {
      schema: LoseWallet,
      call: api.launch.loseWallet,
      done: { to: paths.user.launch, toast: "launch:lostToast" },
    });
  }
  if (intent === "stop") {
    return submit(context, form, {
      schema: WalletRef,
      call: api.launch.stopWallet,
      done: { to: paths.user.launch, toast: "launch:stopped" },
    });
  }
  return submit(context, form, {
    schema: AskWallet,
    call: api.launch.askWallet,
    done: () => redirect(`${paths.user.launch}#wallet`),
  });
}

export const meta = titled("My tokens");

/** Tells what is free and what comes when, and to which wallet the tokens go. */
export default function MyTokens() {
  const { mine, deliveries, isChanging, isEarly, today } = useLoaderData<typeof loader>();
  const { t } = useTranslation("launch");
  const dates = useDates();
  const quantity = useTokens();
  const unlock = mine.unlocks;
  const next = mine.parts.find(({ day }) => mine.free === 0 || day > today);
  return (
    <div className="beside">
      <h1>{t("title")}</h1>
      <section className="panel lead" aria-labelledby="yours">
        <h2 id="yours" className="hint">
          {t("yours")}
        </h2>
        <p className="display-figure">{quantity(mine.tokens)}</p>
        {mine.tokens === 0 ? (
          <>
            <p>{t("none")}</p>
            <Link className="button" to={paths.user.buyToken}>
              {t("buy")}
            </Link>
          </>
        ) : (
          <>
            <p>
              {mine.launchAt === null
                ? t("noLaunch", { unlock })
                : t(mine.free > 0 ? "free" : "locked", { tokens: quantity(mine.free), unlock })}
            </p>
            {next && (
              <p>{t("next", { tokens: quantity(next.tokens), day: dates.day(next.day) })}</p>
            )}
          </>
        )}
      </section>
      <OwnWallet mine={mine} isChanging={isChanging} isEarly={isEarly} />
      <Deliveries deliveries={deliveries} />
      {mine.parts.length > 0 && <Calendar mine={mine} today={today} />}
    </div>
  );
}

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import CircleAlert from "lucide-react/icons/circle-alert";
import { useTranslation } from "react-i18next";
import type { Language } from "@db/vocabulary";
import type { PageTurn } from "@server/http/pages/page-routes";
import { CreateOrder } from "@server/orders/contracts/orders";
import {
  rupeesText,
  formatPrice,
  formatQuantity,
  formatRupees,
} from "@server/platform/rules/money/format";
import { MAX_AMOUNT_PAISE, plainAmount } from "@server/platform/rules/money/units";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import { translateRefusal } from "@server/platform/words/translators.server";
import { quickAmounts } from "@server/platform/rules/money/quick-amounts";
import { FactList } from "~/components/data/fact-list";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { RiskNotice } from "~/components/brand/site-footer";
import { YourOrders } from "~/components/order/your-orders";
import { investorApi, keyOf } from "~/lib/callers";
import { handleLostConnection } from "~/lib/forms/lost-connection";
import { unlockText } from "~/lib/pages/unlock.server";
import { titled } from "~/lib/pages/page-meta";
import { paymentPath } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { replyWithRefusal, submit } from "~/lib/forms/submit";
import { useOrderLines } from "~/routes/user/route";
import { BuyForm } from "./buy-form";
import { amountOfTokens, amountText, quoteTyped, type QuoteWords } from "./typed-quote";
import type { BuyingTerms } from "@server/orders/contracts/orders";
import { versionedImage } from "@themes/assets";
import { useSite } from "~/lib/use-site";
import { loadWords } from "~/lib/messages/words";

export const handle = {
  ...(await loadWords("buy", "orders")),
  turn: { kind: "begin", isAnswered: true, keeps: ["amount", "tokens"] } satisfies PageTurn,
};

const constraints = constraintsOf({ order: CreateOrder });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const [terms, unallocated] = await orRefuse(
    context,
    Promise.all([api.orders.terms(), api.payments.mine()]),
  );
  return {
    constraints,
    terms,
    unallocated,
    unlock: unlockText(context),
    words: quoteWords(context.caller.language, terms),
    quick: quickAmounts(
      terms.priceMicroRupees,
      Math.min(terms.room.mostTokens ?? Infinity, terms.remainingPrivateSupply),
    ).filter(({ amountPaise }) => amountPaise >= terms.leastPaise),
    /** The form got no turn, and was sent without scripts. */
    isBusy: new URL(request.url).searchParams.has("busy"),
    /** The amount of a quote requested without JavaScript. */
    asked: amountIn(new URL(request.url).searchParams, terms),
    idempotencyKey: crypto.randomUUID(),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const { refused } = context.caller.request;
  if (refused) return replyWithRefusal(context, form, refused);
  const reading = (await investorApi(context)).orders.terms();
  // The page orders what the amount buys; the REST call takes the exact amount.
  const amount = await reading.then(
    (terms) => wholeAmountIn(form, terms),
    () => textIn(form, "amount"),
  );
  form.set("amount", amount);
  // Going back and entering another amount creates another order.
  const api = await investorApi(context, { idempotencyKey: keyOf(form, plainAmount(amount)) });
  return submit(context, form, {
    schema: CreateOrder,
    failed: "buy:unanswered",
    call: async (input) => {
      // A fault of this reading is shown like one of the order.
      await reading;
      return api.orders.create(input);
    },
    done: (order) => redirect(paymentPath(order.orderNumber, rupeesText(order.amountPaise))),
  });
}

/** The amount of the whole tokens that the typed one buys; the typed one where it buys none. */
function wholeAmountIn(form: FormData, terms: BuyingTerms): string {
  const typed = amountIn(form, terms);
  const quoted = quoteTyped(typed, terms);
  return quoted.state === "quoted" ? amountText(quoted.amountPaise) : typed;
}

/** The amount that is typed, in rupees or as a number of tokens. */
function amountIn(typed: FormData | URLSearchParams, { priceMicroRupees }: BuyingTerms): string {
  const tokens = textIn(typed, "tokens");
  return tokens.trim() ? (amountOfTokens(tokens, priceMicroRupees) ?? "") : textIn(typed, "amount");
}

function textIn(typed: FormData | URLSearchParams, name: string): string {
  const value = typed.get(name);
  return typeof value === "string" ? value : "";
}

// If no response arrives, the form keeps its key: a repeated submission creates no second order.
export const clientAction = handleLostConnection;

export const meta = titled("Buy Token");

export default function BuyToken() {
  const { terms, unallocated, unlock, words, quick, asked, isBusy } =
    useLoaderData<typeof loader>();
  const lines = useOrderLines(unallocated);
  const { t } = useTranslation("buy");
  const hasOpen = lines.some(({ status }) => status === "OPEN");
  // Whoever lands here after a proof reads first what became of it.
  const isSent = lines[0]?.isNew === true;
  const orders = <YourOrders orders={lines} most={1} />;
  const isOnSale = terms.priceMicroRupees !== null && terms.priceMicroRupees > 0;
  return (
    <div className="beside">
      <h1>{t("title")}</h1>
      {isSent && orders}
      {isBusy && <p className="note note-warning">{t("busy")}</p>}
      {isOnSale ? (
        <BuyForm
          // A quote from the server sets the amount in the URL; the form remounts with it.
          key={asked}
          terms={terms}
          words={words}
          quick={quick}
          asked={asked}
        />
      ) : (
        <div className="note note-warning">
          <CircleAlert />
          <div>
            <p className="font-semibold">{t("noToken")}</p>
            <p>{t("noTokenHint")}</p>
          </div>
        </div>
      )}
      {!isSent && orders}
      {isOnSale && (
        <p className="hint">
          {hasOpen && t("replaces")} {unlock} {t("finalSale")}
        </p>
      )}
      {isOnSale && (
        <div className="aside">
          <PriceFacts terms={terms} words={words} />
          <RiskNotice isFolded />
        </div>
      )}
    </div>
  );
}

/** The token, its terms of sale, and the limits of the member. */
function PriceFacts({ terms, words }: { terms: BuyingTerms; words: QuoteWords }) {
  const { brand } = useSite();
  const { t } = useTranslation("buy");
  // Members who may not order now see only the reason, above the form.
  const mayOrder = terms.mayBuy && terms.pendingOrders < terms.maxPendingOrders;
  const { mostTokens, limit } = mayOrder ? terms.room : { mostTokens: null, limit: null };
  const facts = [
    [t("price"), formatPrice(terms.priceMicroRupees ?? 0)],
    [t("supply"), `${formatQuantity(terms.remainingPrivateSupply)} ${brand.symbol}`],
    [t("leastOrder"), terms.leastPaise > 0 && formatRupees(terms.leastPaise)],
    [t("most"), mostTokens === null ? null : `${formatQuantity(mostTokens)} ${brand.symbol}`],
    [
      t("waiting"),
      terms.pendingOrders > 0 &&
        t("waitingOf", { count: terms.pendingOrders, limit: terms.maxPendingOrders }),
    ],
  ] as const;
  return (
    <section className="card grid gap-4 p-5" aria-labelledby="token">
      <h2 id="token" className="flex items-center gap-3">
        <img src={versionedImage(brand, brand.iconUrl)} alt="" width={48} height={48} />
        {brand.name} <span className="text-muted">{brand.symbol}</span>
      </h2>
      <FactList facts={facts} />
      {limit && !terms.room.isFull && <p className="hint">{words[limit.code]}</p>}
    </section>
  );
}

/** The quote's messages while the user types, translated on the server and sent with the page. */
function quoteWords(language: Language, terms: BuyingTerms): QuoteWords {
  const params = {
    limit: formatRupees(MAX_AMOUNT_PAISE),
    remaining: formatQuantity(terms.remainingPrivateSupply),
  };
  const say = (code: RefusalCode, more = {}) =>
    translateRefusal(language, code, { ...params, ...more });
  const { limit } = terms.room;
  const capped = { limit: formatQuantity(limit?.tokens ?? 0) };
  return {
    AMOUNT_INVALID: say("AMOUNT_INVALID"),
    AMOUNT_TOO_LARGE: say("AMOUNT_TOO_LARGE"),
    BELOW_ONE_TOKEN: say("BELOW_ONE_TOKEN"),
    BELOW_MINIMUM_ORDER: say("BELOW_MINIMUM_ORDER", { least: formatRupees(terms.leastPaise) }),
    SUPPLY_TOO_LOW: say("SUPPLY_TOO_LOW"),
    SUPPLY_GONE: say("SUPPLY_GONE"),
    TOKEN_CAP_REACHED: say("TOKEN_CAP_REACHED", capped),
    UNVERIFIED_CAP_REACHED: say("UNVERIFIED_CAP_REACHED", capped),
    UNVERIFIED_MAY_NOT_BUY: say("UNVERIFIED_MAY_NOT_BUY"),
    IDENTITY_REQUIRED: say("IDENTITY_REQUIRED"),
    IDENTITY_REQUIRED_ABOVE: say("IDENTITY_REQUIRED_ABOVE", {
      sum: formatRupees(terms.identityAbovePaise ?? 0),
    }),
    PERSON_CAP_UNVERIFIED: say("PERSON_CAP_UNVERIFIED", capped),
    PERSON_CAP_REACHED: say("PERSON_CAP_REACHED", capped),
    TOO_MANY_PENDING_ORDERS: say("TOO_MANY_PENDING_ORDERS", { limit: terms.maxPendingOrders }),
  };
}

import { Link, useLoaderData, useNavigate, useSearchParams } from "@remix-run/react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { RewardCase } from "@server/orders/contracts/risk";
import { formatQuantity } from "@server/platform/rules/money/format";
import { RowFold } from "~/components/data/row-fold";
import { KeyList } from "~/components/purchases/keys/key-list";
import { useKeysSwitch } from "~/components/purchases/keys/use-keys-switch";
import { rowElementId, useRowKeys } from "~/components/purchases/keys/use-row-keys";
import { searchWith } from "~/lib/lists/list-query";
import { orderPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { type Act, ACTS, DecidableList, RewardTick, useRewardSelection } from "./decision";
import { Evidence } from "./evidence";
import type { loader } from "./route";

/** The rewards that the rules hold for review: one a row, its evidence behind it. */
export function Cases() {
  const { cases, isDecidedToo } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { t } = useTranslation(["programme", "purchases"]);
  const navigate = useNavigate();
  const [isOn] = useKeysSwitch();
  const mayDecide = useMay()("orders.rewards.release");
  const records = cases?.records ?? [];
  const waiting = mayDecide ? records.filter(({ waitingTokens }) => waitingTokens > 0) : [];
  const open = waiting.map(({ orderId }) => orderId);
  const selection = useRewardSelection(open);
  const decide = (act: Act, id: string) => {
    if (!waiting.some((one) => one.orderId === id && actsOf(one).includes(act))) return;
    navigate(searchWith(params, { act, reward: id }), { preventScrollReset: true });
  };
  const { current, stand } = useRowKeys(
    records.map(({ orderId }) => orderId),
    {
      approve: (id) => decide("release", id),
      reject: (id) => decide("withdraw", id),
      proof: (id) => document.getElementById(rowElementId(id))?.click(),
      select: (id) => open.includes(id) && selection.toggle(id),
      extend: (from, to) => selection.extend(open, to, from),
      help: () => undefined,
    },
    isOn && mayDecide,
    { rowId: params.get("reward"), isOpen: params.has("act") },
  );
  if (!cases) return null;
  return (
    <div className="grid gap-3">
      <p className="hint max-w-3xl">{t("cases.intro")}</p>
      <p>
        <Link
          className="link-out"
          to={searchWith(params, { decided: isDecidedToo ? null : "1", page: null })}
        >
          {t(isDecidedToo ? "cases.onlyWaiting" : "cases.decidedToo")}
        </Link>
      </p>
      {records.length === 0 && <p className="note">{t("cases.none")}</p>}
      <DecidableList open={open} selection={selection} mayDecide={mayDecide}>
        {records.length > 0 && (
          <ul className="card divide-y divide-line">
            {records.map((one) => (
              <li
                key={one.orderId}
                className="grid grid-cols-[auto_minmax(0,1fr)] items-start pe-4 data-current:shadow-[inset_4px_0_0_var(--accent)]"
                data-current={one.orderId === current && isOn && mayDecide ? "true" : undefined}
              >
                {open.includes(one.orderId) ? (
                  <RewardTick reward={one} open={open} selection={selection} />
                ) : (
                  <span className="w-4" />
                )}
                <Case
                  one={one}
                  mayDecide={open.includes(one.orderId)}
                  onFocus={() => stand(one.orderId)}
                />
              </li>
            ))}
          </ul>
        )}
      </DecidableList>
      {open.length > 0 && (
        <details className="more max-w-md max-sm:hidden [@media(hover:none)]:hidden">
          <summary>{t("purchases:keys.title")}</summary>
          <KeyList of={["step", "evidence", "release", "withdraw", "select", "confirm"]} />
        </details>
      )}
    </div>
  );
}

/** A reward is released after the approval of its purchase. */
const actsOf = ({ status }: RewardCase) =>
  ACTS.filter((act) => act === "withdraw" || status === "APPROVED");

function Case({
  one,
  mayDecide,
  onFocus,
}: {
  one: RewardCase;
  mayDecide: boolean;
  onFocus: () => void;
}) {
  const { t } = useTranslation("programme");
  const dates = useDates();
  const [params] = useSearchParams();
  const { orderId, orderNumber, waitingTokens, status, reasons } = one;
  const isWaiting = waitingTokens > 0;
  return (
    <RowFold
      id={rowElementId(orderId)}
      onFocus={onFocus}
      cells={[
        <span key="order" className="mono">
          {orderNumber}
        </span>,
        <Fragment key="who">
          <strong>{one.buyer.name}</strong> <span className="hint">← {one.referrer.name}</span>
        </Fragment>,
        reasons.map(({ rule }) => t(`cases.rules.${rule}`)).join(" · "),
        isWaiting
          ? t("cases.waits", { count: waitingTokens, tokens: formatQuantity(waitingTokens) })
          : t("cases.decided"),
      ]}
    >
      <div className="grid min-w-0 gap-3 max-sm:-ms-8">
        <p className="hint">
          {t("cases.since", { date: dates.full(one.since) })}
          {isWaiting && status === "PENDING" && ` · ${t("cases.notApproved")}`}
        </p>
        <ul className="grid list-disc gap-1 pl-5">
          {reasons.map(({ rule, people }) => (
            <li key={rule}>
              {t(`cases.rules.${rule}`)}
              {people.length > 0 &&
                `: ${people.map(({ name, memberId }) => `${name} (${memberId})`).join(", ")}`}
            </li>
          ))}
        </ul>
        <Evidence one={one} />
        <p>
          <strong>{t("cases.answer")}</strong>{" "}
          <span className="wrap-anywhere">{one.answer ?? t("cases.noAnswer")}</span>
        </p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {mayDecide &&
            actsOf(one).map((act) => (
              <Link
                key={act}
                to={searchWith(params, { act, reward: orderId })}
                className={`button button-small ${act === "release" ? "" : "button-quiet"}`}
                aria-label={t(`cases.${act}One`, { order: orderNumber })}
                preventScrollReset
              >
                {t(`${act}.button`)}
              </Link>
            ))}
          <Link to={orderPath(orderId)} className="link-out">
            {t("cases.toOrder")}
          </Link>
        </p>
      </div>
    </RowFold>
  );
}

import { Link } from "@remix-run/react";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { OrderForAdmin } from "@server/contracts/orders";
import { formatDateTime } from "@server/domain/dates/india";
import { formatQuantity, formatRupees } from "@server/domain/money/format";
import { Checkbox, TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog } from "~/components/layout/dialog";
import { paths } from "~/lib/paths";
import { useSite } from "~/root";
import type { Decided } from "./use-states";

interface Props {
  order: OrderForAdmin;
  decision: "approve" | "reject" | "view";
  closeTo: string;
  result: unknown;
  idempotencyKey: string;
  /** Where somebody decided on it while this was open. */
  decided: Decided | undefined;
}

type Agreed = NonNullable<OrderForAdmin["consent"]>;

const TITLES = { approve: "approveTitle", reject: "rejectTitle", view: "viewTitle" } as const;

/** Approve with the proof beside the order and the question that counts, reject with a reason, or look back. */
export function DecisionDialog({
  order,
  decision,
  closeTo,
  result,
  idempotencyKey,
  decided,
}: Props) {
  const { t } = useTranslation("purchases");
  const isOpen = decision === "view" ? order.status === "APPROVED" : order.status === "PENDING";
  return (
    <AddressedDialog title={t(TITLES[decision])} closeTo={closeTo} isWide>
      <div className="beside">
        <div className="min-w-0">
          <p className="font-semibold break-words">
            {t("transactionNumber", { reference: order.referenceNumber ?? "--" })}
          </p>
          <Proof order={order} />
        </div>
        <div className="min-w-0">
          <Flags order={order} />
          <Facts order={order} />
          {decision === "view" && order.status === "PENDING" && !decided && (
            <Decide order={order} closeTo={closeTo} />
          )}
          {decision !== "view" && <Decision order={order} decided={decided} />}
          {isOpen && !decided && (
            <PostForm
              result={result}
              intent={decision === "view" ? "reverse" : decision}
              className="mt-4 grid gap-4"
            >
              <input type="hidden" name="orderId" value={order.id} />
              <IdempotencyKey value={idempotencyKey} />
              <Questions order={order} decision={decision} />
              <div className="flex flex-wrap justify-end gap-3">
                <Link to={closeTo} replace preventScrollReset className="button button-quiet">
                  {t("common:cancel")}
                </Link>
                <SubmitButton tone={decision === "approve" ? "main" : "danger"}>
                  {t(decision === "view" ? "reverse" : "common:confirm")}
                </SubmitButton>
              </div>
            </PostForm>
          )}
          <Activity order={order} />
        </div>
      </div>
    </AddressedDialog>
  );
}

/** From looking at the proof on to the decision. */
function Decide({ order, closeTo }: Pick<Props, "order" | "closeTo">) {
  const { t } = useTranslation("purchases");
  const to = (decision: string) => `${closeTo}${closeTo === "?" ? "" : "&"}${decision}=${order.id}`;
  return (
    <div className="mt-4 flex flex-wrap justify-end gap-3">
      <Link to={to("reject")} replace preventScrollReset className="button button-quiet">
        {t("reject")}
      </Link>
      <Link to={to("approve")} replace preventScrollReset className="button" data-focus-first="">
        {t("approve")}
      </Link>
    </div>
  );
}

/** That there is nothing left to decide, and who did it. */
function Decision({ order, decided }: Pick<Props, "order" | "decided">) {
  const { t } = useTranslation("purchases");
  const isPending = order.status === "PENDING";
  if (isPending && !decided) return null;
  const status = t(`common:status.${isPending && decided ? decided.status : order.status}`);
  const last = order.activity.findLast(({ action }) => /approved|rejected|reversed/.test(action));
  const name = isPending ? decided?.decidedBy : last?.actor.name;
  return (
    <p className="note note-warning mt-4" role="status">
      <TriangleAlert size={20} aria-hidden />
      {name ? t("alreadyDecidedBy", { name, status }) : t("alreadyDecided", { status })}
    </p>
  );
}

/** Every step so far, with its reason. */
function Activity({ order }: { order: OrderForAdmin }) {
  const { t } = useTranslation("purchases");
  if (order.activity.length === 0) return null;
  return (
    <details className="mt-5">
      <summary className="cursor-pointer py-2 font-semibold">{t("activity.title")}</summary>
      <ol className="steps">
        {order.activity.map(({ at, action, actor, details }) => {
          const what = t(`activity.${action.replace("order.", "")}`, { defaultValue: action });
          return (
            <li key={`${at} ${action}`}>
              <time dateTime={at} className="hint tabular">
                {formatDateTime(new Date(at))}
              </time>{" "}
              {actor.name ? t("activity.by", { what, name: actor.name }) : what}
              {details["reason"] ? `: ${details["reason"]}` : ""}
            </li>
          );
        })}
      </ol>
    </details>
  );
}

/** What is asked before the decision. */
function Questions({ order, decision }: Pick<Props, "order" | "decision">) {
  const { t } = useTranslation("purchases");
  const { brand } = useSite();
  if (decision === "approve") {
    const facts = {
      quantity: formatQuantity(order.totalQuantity),
      symbol: brand.symbol,
      name: order.user.name,
    };
    return (
      <>
        <p>{t("explain", facts)}</p>
        <Checkbox name="moneyConfirmed" label={t("question")} required data-focus-first="" />
      </>
    );
  }
  return (
    <>
      <p>{t(decision === "view" ? "explainReverse" : "explainReject")}</p>
      <TextArea
        name="reason"
        label={t("reason")}
        hint={t("reasonHint")}
        maxLength={500}
        required
        data-focus-first={decision === "reject" ? "" : undefined}
      />
      {decision === "reject" && (
        <TextArea
          name="refundNote"
          label={t("refundNote")}
          hint={t("refundHint")}
          maxLength={500}
        />
      )}
    </>
  );
}

function Proof({ order }: { order: OrderForAdmin }) {
  const { t } = useTranslation("purchases");
  if (!order.proof) return <p className="my-3 text-muted">{t("noProof")}</p>;
  return (
    <div className="my-3 grid gap-2">
      <a href={order.proof.url} className="link-out">
        {t("viewReceipt")}
      </a>
      {order.proof.isImage && (
        <img src={order.proof.url} alt={t("viewReceipt")} className="proof" />
      )}
    </div>
  );
}

/** Said only where there is something to say. */
const fact = (label: string, value: ReactNode): [string, ReactNode][] =>
  value ? [[label, value]] : [];

function Facts({ order }: { order: OrderForAdmin }) {
  const { t } = useTranslation("purchases");
  const account = order.beneficiary;
  const facts: [label: string, value: ReactNode][] = [
    [t("order"), order.orderNumber],
    [t("member"), `${order.user.name} (${order.user.referralCode})`],
    [t("amount"), formatRupees(order.amountPaise)],
    [t("fee"), formatRupees(order.feePaise)],
    [t("total"), formatRupees(order.finalAmountPaise)],
    [
      t("paid"),
      order.paidAmountPaise === null
        ? t("common:notAvailable")
        : formatRupees(order.paidAmountPaise),
    ],
    [
      t("paidTo"),
      (order.paymentMethod === "UPI" ? account?.upi : account?.accountNumber) ??
        t("common:notAvailable"),
    ],
    ...fact(t("consent"), order.consent && <Consent consent={order.consent} />),
    ...fact(t("rejectedFor"), order.rejectionReason),
    ...fact(t("refundNote"), order.refundNote),
  ];
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** When the member agreed to the privacy policy, and that text as they read it. */
function Consent({ consent: { at, version, isKept } }: { consent: Agreed }) {
  const { t } = useTranslation("purchases");
  return (
    <>
      {formatDateTime(new Date(at))}{" "}
      {isKept && (
        <Link to={`${paths.privacyPolicy}?version=${version ?? ""}`} target="_blank">
          {t("consentText")}
        </Link>
      )}
    </>
  );
}

function Flags({ order }: { order: OrderForAdmin }) {
  const { t } = useTranslation("purchases");
  if (order.flags.length === 0) return null;
  return (
    <div className="note note-warning mb-4">
      <TriangleAlert size={20} aria-hidden />
      <div>
        <p className="font-semibold">{t("flagsTitle")}</p>
        <ul>
          {order.flags.map((flag) => (
            <li key={flag}>{t(`flags.${flag}`)}</li>
          ))}
        </ul>
        {order.sameProofOrders.length > 0 && (
          <p>{t("alsoOn", { orders: order.sameProofOrders.join(", ") })}</p>
        )}
      </div>
    </div>
  );
}

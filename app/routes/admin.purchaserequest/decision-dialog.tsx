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

interface Props {
  order: OrderForAdmin;
  decision: "approve" | "reject" | "view";
  closeTo: string;
  result: unknown;
  idempotencyKey: string;
}

type Agreed = NonNullable<OrderForAdmin["consent"]>;

const TITLES = { approve: "approveTitle", reject: "rejectTitle", view: "viewTitle" } as const;

/** Approve with the proof in view and the question that counts, reject with a reason, or look back. */
export function DecisionDialog({ order, decision, closeTo, result, idempotencyKey }: Props) {
  const { t } = useTranslation("purchases");
  const isOver = decision === "view" && order.status !== "APPROVED";
  return (
    <AddressedDialog title={t(TITLES[decision])} closeTo={closeTo}>
      <p className="font-semibold">
        {t("transactionNumber", { reference: order.referenceNumber ?? "--" })}
      </p>
      <Proof order={order} />
      <Facts order={order} />
      <Flags order={order} />
      {!isOver && (
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
    </AddressedDialog>
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
        <Checkbox name="moneyConfirmed" label={t("question")} required />
      </>
    );
  }
  return (
    <>
      <p>{t(decision === "view" ? "explainReverse" : "explainReject")}</p>
      <TextArea name="reason" label={t("reason")} hint={t("reasonHint")} maxLength={500} required />
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
        <img
          src={order.proof.url}
          alt={t("viewReceipt")}
          className="max-h-80 w-full rounded-lg border border-line object-contain"
        />
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
    <div className="note note-warning mt-4">
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

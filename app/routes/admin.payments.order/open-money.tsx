import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import Hourglass from "lucide-react/icons/hourglass";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "@server/domain/dates/dates";
import { formatRupees, rupeesText } from "@server/domain/money/format";
import { type Fact, FactList } from "~/components/data/fact-list";
import { Field } from "~/components/form/field";
import { QueryForm } from "~/components/form/query-form";
import { memberPath, orderPath, paths } from "~/lib/paths";
import { NO_ORDER } from "../admin.payments/payment-list-address";
import type { loader } from "./route";

/** The payment, and for a claim the question what arrived of it. */
export function OpenMoney() {
  const { found, received, refused } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { t } = useTranslation("secondOrder");
  if (!found) return null;
  const { member, reportedPaise, waitsSince } = found;
  const facts: Fact[] = [
    [
      t("order"),
      <Link key="order" className="link-out mono" to={orderPath(found.orderId)}>
        {found.orderNumber}
      </Link>,
    ],
    [
      t("member"),
      <Link key="member" className="link-out" to={memberPath(member.id)}>
        {member.name} ({member.referralCode})
      </Link>,
    ],
    [
      t("payment"),
      <span key="payment">
        {found.method} <span className="mono break-all">{found.reference}</span>
      </span>,
    ],
    found.kind === "CLAIM"
      ? [t("reported"), formatRupees(reportedPaise ?? 0)]
      : [t("open"), formatRupees(found.openPaise ?? 0)],
  ];
  return (
    <section className="card grid gap-4 p-4 md:p-6" aria-label={found.orderNumber}>
      <FactList facts={facts} />
      {waitsSince !== null && (
        <p className="note">
          <Hourglass size={20} aria-hidden />
          <span>
            {t("waits", { since: formatDateTime(new Date(waitsSince)) })}{" "}
            <Link className="link-out" to={paths.admin.changes}>
              {t("toChanges")}
            </Link>
          </span>
        </p>
      )}
      {found.kind === "CLAIM" && (
        <QueryForm contract="show" className="grid gap-4">
          <input type="hidden" name="claim" value={found.paymentId} />
          {/* The list to go back to. */}
          {[...params].map(
            ([name, value]) =>
              !(name in NO_ORDER) && <input key={name} type="hidden" name={name} value={value} />,
          )}
          <Field
            name="received"
            label={t("received")}
            hint={t("receivedHint")}
            inputMode="decimal"
            autoComplete="off"
            required
            defaultValue={refused ?? received ?? rupeesText(reportedPaise ?? 0)}
            {...(refused !== null && { problem: t("amountInvalid") })}
          />
          <div className="flex justify-end">
            <button type="submit" className={received === null ? "button" : "button button-quiet"}>
              {t("show")}
            </button>
          </div>
        </QueryForm>
      )}
    </section>
  );
}

import { Link } from "@remix-run/react";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatQuantity, formatRupees } from "@server/domain/money/format";
import { Checkbox, TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { useSite } from "~/root";
import { ReasonField } from "../orders/reason-field";
import { Facts, RefusedRows, type Row, Version } from "./rehearsed-rows";

interface Props {
  bulk: "approve" | "reject";
  rows: readonly Row[];
  backTo: string;
  result: unknown;
  /** Whether approving asks for confirmation of the money. */
  asksMoney: boolean;
  /** Of a rejection, to choose from. */
  reasons: readonly string[];
  idempotencyKey: string;
}

/** What would become of each purchase; a flagged one is left out of an approval without a reason. */
export function DryRun({ bulk, rows, backTo, result, asksMoney, reasons, idempotencyKey }: Props) {
  const { t } = useTranslation("bulk");
  const { brand } = useSite();
  const isApproval = bulk === "approve";
  const possible = rows.filter(({ refusal }) => refusal === null);
  const needsReason = ({ flags }: Row) => isApproval && flags.length > 0;
  const plain = possible.filter((row) => !needsReason(row));
  const flagged = possible.filter(needsReason);
  const refused = rows.filter(({ refusal }) => refusal !== null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [reasoned, setReasoned] = useState<ReadonlySet<string>>(new Set());
  const taken = [
    ...plain.filter(({ id }) => !left.has(id)),
    ...flagged.filter(({ id }) => reasoned.has(id)),
  ];
  const facts = {
    count: taken.length,
    sum: formatRupees(taken.reduce((paise, one) => paise + one.finalAmountPaise, 0)),
    quantity: formatQuantity(taken.reduce((tokens, one) => tokens + one.totalQuantity, 0)),
    symbol: brand.symbol,
  };
  const second = taken.filter(({ needsSecondAdmin }) => needsSecondAdmin).length;
  const back = (
    <Link to={backTo} className="button button-quiet">
      {t("back")}
    </Link>
  );
  return (
    <>
      {rows.length === 0 && <p>{t("nothing")}</p>}
      <RefusedRows rows={refused} />
      {possible.length === 0 ? (
        <div>{back}</div>
      ) : (
        <PostForm
          contract={isApproval ? "approveMany" : "rejectMany"}
          result={result}
          intent={isApproval ? "approveMany" : "rejectMany"}
          className="grid gap-4"
        >
          <IdempotencyKey value={idempotencyKey} />
          {flagged.length > 0 && (
            <section className="grid gap-2" aria-labelledby="flagged">
              <h2 id="flagged" className="flex items-center gap-2">
                <TriangleAlert size={20} aria-hidden />
                {t("flagged", { count: flagged.length })}
              </h2>
              <p className="hint">{t("flaggedHint")}</p>
              <ul className="bulk-rows bulk-flagged">
                {flagged.map((row) => (
                  <li key={row.id}>
                    <Version row={row} />
                    <Facts row={row} />
                    <input
                      name={`reasons.${row.id}`}
                      className="input"
                      maxLength={500}
                      aria-label={t("reasonFor", { order: row.orderNumber })}
                      placeholder={t("reason")}
                      onInput={({ currentTarget }) =>
                        setReasoned(withOr(reasoned, row.id, currentTarget.value.trim() !== ""))
                      }
                    />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {plain.length > 0 && (
            <section className="grid gap-2" aria-labelledby="plain">
              <h2 id="plain">{t(isApproval ? "approved" : "rejected", { count: plain.length })}</h2>
              <ul className="bulk-rows">
                {plain.map((row) => (
                  <li key={row.id}>
                    <Version row={row} />
                    <label className="checkbox">
                      <input
                        type="checkbox"
                        name="orderIds"
                        value={row.id}
                        defaultChecked
                        aria-label={t("take", { order: row.orderNumber })}
                        onChange={({ currentTarget }) =>
                          setLeft(withOr(left, row.id, !currentTarget.checked))
                        }
                      />
                    </label>
                    <Facts row={row} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          <p className="font-semibold" aria-live="polite">
            {t(`${isApproval ? "explainApprove" : "explainReject"}`, facts)}
          </p>
          <noscript>
            <p className="hint">{t("counted")}</p>
          </noscript>
          {second > 0 && (
            <p className="note note-warning">
              <TriangleAlert size={20} aria-hidden />
              {t("second", { count: second })}
            </p>
          )}
          {isApproval && asksMoney && <Checkbox name="moneyConfirmed" label={t("question")} />}
          {!isApproval && (
            <>
              <ReasonField reasons={reasons} />
              <TextArea
                name="refundNote"
                label={t("purchases:refundNote")}
                hint={t("purchases:refundHint")}
              />
            </>
          )}
          <div className="flex flex-wrap justify-end gap-3">
            {back}
            <SubmitButton tone={isApproval ? "main" : "danger"}>
              {t(`${isApproval ? "confirmApprove" : "confirmReject"}`, facts)}
            </SubmitButton>
          </div>
        </PostForm>
      )}
    </>
  );
}

function withOr(all: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(all);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}

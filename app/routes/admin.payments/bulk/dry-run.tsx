import { Link } from "@remix-run/react";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/platform/rules/money/format";
import { TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { tokensText } from "~/lib/orders/tokens-text";
import { useIsLive } from "~/lib/orders/use-is-live";
import { useSite } from "~/lib/use-site";
import { isPaidInPerson, MoneyConfirmed } from "~/components/purchases/decide/money-confirmed";
import { ReasonField } from "~/components/purchases/decide/reason-field";
import { FlaggedRows, LeftOutRows, type Row, TickedRows } from "./dry-run-rows";

interface Props {
  bulk: "approve" | "reject";
  rows: readonly Row[];
  backTo: string;
}

/**
 * The page lists what would become of each purchase. An approval groups them by what the bank shows: those with another sum
 * are decided one by one, and only of those that it does not show yet the money is asked about. A flagged one
 * is left out without a reason.
 */
export function DryRun({ bulk, rows, backTo }: Props) {
  const { t } = useTranslation("bulk");
  const { brand } = useSite();
  const isApproval = bulk === "approve";
  const isOtherSum = ({ evidence }: Row) => isApproval && evidence === "OTHER_SUM";
  const otherSum = rows.filter(isOtherSum);
  const refused = rows.filter((row) => row.refusal !== null && !isOtherSum(row));
  const possible = rows.filter((row) => row.refusal === null && !isOtherSum(row));
  const needsReason = ({ flags }: Row) => isApproval && flags.length > 0;
  const plain = possible.filter((row) => !needsReason(row));
  const flagged = possible.filter(needsReason);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [reasoned, setReasoned] = useState<ReadonlySet<string>>(new Set());
  const isLive = useIsLive();
  const taken = [
    ...plain.filter(({ id }) => !left.has(id)),
    ...flagged.filter(({ id }) => reasoned.has(id)),
  ];
  const unseen = (isLive ? taken : possible).filter(({ evidence }) => evidence !== "FOUND");
  const facts = {
    count: taken.length,
    sum: formatRupees(taken.reduce((paise, one) => paise + one.finalAmountPaise, 0)),
    tokens: tokensText(
      t,
      {
        totalQuantity: taken.reduce((sum, one) => sum + one.totalQuantity, 0),
        bonusTokens: taken.reduce((sum, one) => sum + one.bonusTokens, 0),
      },
      brand.symbol,
    ),
  };
  const second = taken.filter(({ needsSecondAdmin }) => needsSecondAdmin).length;
  const tick = (id: string, isTaken: boolean) => setLeft(withOr(left, id, !isTaken));
  const back = (
    <Link to={backTo} className="button button-quiet">
      {t("back")}
    </Link>
  );
  return (
    <>
      {rows.length === 0 && <p>{t("nothing")}</p>}
      <LeftOutRows name="otherSum" rows={otherSum} />
      <LeftOutRows name="refused" rows={refused} />
      {possible.length === 0 ? (
        <div>{back}</div>
      ) : (
        <PostForm
          contract={isApproval ? "approveMany" : "rejectMany"}
          intent={isApproval ? "approveMany" : "rejectMany"}
        >
          <IdempotencyKey />
          <FlaggedRows
            rows={flagged}
            onReason={(id, isGiven) => setReasoned(withOr(reasoned, id, isGiven))}
          />
          {isApproval ? (
            <>
              <TickedRows
                name="found"
                rows={plain.filter(({ evidence }) => evidence === "FOUND")}
                onTick={tick}
              />
              <TickedRows
                name="notFound"
                rows={plain.filter(
                  (row) => row.evidence === "NOT_FOUND" && !isPaidInPerson(row.paymentMethod),
                )}
                onTick={tick}
              />
              <TickedRows
                name="inPerson"
                rows={plain.filter(
                  (row) => row.evidence === "NOT_FOUND" && isPaidInPerson(row.paymentMethod),
                )}
                onTick={tick}
              />
            </>
          ) : (
            <>
              <TickedRows name="rejected" rows={plain} onTick={tick} />
              <ReasonField />
              <TextArea
                name="refundNote"
                label={t("purchases:refundNote")}
                hint={t("purchases:refundHint")}
              />
            </>
          )}
          <noscript>
            <p className="hint">{t("counted")}</p>
          </noscript>
          {second > 0 && (
            <p className="note note-warning">
              <TriangleAlert />
              {t("second", { count: second })}
            </p>
          )}
          <div className="bulk-bar md:sticky!">
            {isApproval && unseen.length > 0 && (
              <div className="basis-full">
                <MoneyConfirmed
                  label={t(questionAbout(unseen), { count: unseen.length })}
                  required={isLive}
                />
              </div>
            )}
            <p className="grow basis-80 font-semibold" aria-live="polite">
              {t(`${isApproval ? "explainApprove" : "explainReject"}`, facts)}
            </p>
            <div className="ms-auto flex flex-wrap justify-end gap-3">
              {back}
              <SubmitButton tone={isApproval ? "main" : "danger"}>
                {t(`${isApproval ? "confirmApprove" : "confirmReject"}`, facts)}
              </SubmitButton>
            </div>
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

/** One tick is for all whose money no bank's entry shows: in the account, in person, or both. */
function questionAbout(unseen: readonly Row[]): "question" | "questionInPerson" | "questionBoth" {
  const inPerson = unseen.filter((row) => isPaidInPerson(row.paymentMethod)).length;
  if (inPerson === 0) return "question";
  return inPerson === unseen.length ? "questionInPerson" : "questionBoth";
}

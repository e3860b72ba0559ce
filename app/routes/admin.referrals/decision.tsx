import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "@server/platform/rules/money/format";
import { AddressedDialog, DialogButtons } from "~/components/dialog/dialog";
import { ErrorText } from "~/components/form/error-text";
import { TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { searchWith } from "~/lib/lists/list-query";
import type { loader } from "./route";

/** The parameters of the dialog over the list. */
export const NO_DECISION = { act: null, reward: null, select: null };

export const ACTS = ["release", "withdraw"] as const;

/** Asks for the reason of a release or a withdrawal; afterwards lists those that were refused. */
export function DecideDialog({ act, result }: { act: (typeof ACTS)[number]; result: unknown }) {
  const { rewards, idempotencyKey } = useLoaderData<typeof loader>();
  const { t } = useTranslation("programme");
  const [params] = useSearchParams();
  const ids = new Set(params.getAll("reward"));
  const chosen = rewards?.records.filter(({ orderId }) => ids.has(orderId)) ?? [];
  const closeTo = searchWith(params, NO_DECISION);
  const tokens = chosen.reduce((sum, one) => sum + one.tokens, 0);
  const outcomes = outcomesIn(result);
  const refused = outcomes?.filter(({ refusal }) => refusal !== null) ?? [];
  const titled = t(`${act}.title`, { count: chosen.length });
  if (outcomes) {
    return (
      <AddressedDialog title={titled} closeTo={closeTo}>
        <p role="status" className="mb-3 font-semibold">
          {t(`${act}.done`, { count: outcomes.length - refused.length })}{" "}
          {t("refused", { count: refused.length })}
        </p>
        <ul className="grid gap-2">
          {refused.map(({ orderId, orderNumber, refusal }) => (
            <li key={orderId}>
              <strong className="mono">{orderNumber}</strong>{" "}
              <ErrorText inline>{refusal}</ErrorText>
            </li>
          ))}
        </ul>
      </AddressedDialog>
    );
  }
  return (
    <AddressedDialog title={titled} closeTo={closeTo}>
      {chosen.length === 0 ? (
        <p>{t("noneSelected")}</p>
      ) : (
        <PostForm contract="decide" result={result} intent={act} className="grid gap-4">
          <IdempotencyKey value={idempotencyKey} />
          <p>{t(`${act}.explain`, { count: tokens, tokens: formatQuantity(tokens) })}</p>
          <ul className="grid max-h-[40dvh] gap-2 overflow-y-auto">
            {chosen.map((row) => (
              <li key={row.orderId} className="flex flex-wrap justify-between gap-2">
                <input type="hidden" name="orderIds" value={row.orderId} />
                <span>
                  <strong className="mono">{row.orderNumber}</strong> {row.referrer.name}
                </span>
                <span className="tabular">{formatQuantity(row.tokens)}</span>
              </li>
            ))}
          </ul>
          <TextArea
            name="reason"
            label={t("reason")}
            hint={t(`${act}.hint`)}
            maxLength={500}
            data-focus-first=""
          />
          <DialogButtons closeTo={closeTo}>
            <SubmitButton tone={act === "withdraw" ? "danger" : "main"}>
              {t(`${act}.button`)}
            </SubmitButton>
          </DialogButtons>
        </PostForm>
      )}
    </AddressedDialog>
  );
}

interface RefusedReward {
  orderId: string;
  orderNumber: string;
  /** In words; null if it was decided. */
  refusal: string | null;
}

/** The outcomes of a decision of which a part was refused; null for any other answer. */
const outcomesIn = (result: unknown): readonly RefusedReward[] | null =>
  typeof result === "object" && result !== null && "outcomes" in result
    ? (result.outcomes as readonly RefusedReward[])
    : null;

import { Form, useLoaderData, useSearchParams, useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "@server/platform/rules/money/format";
import { AddressedDialog, DialogButtons } from "~/components/dialog/dialog";
import { ErrorText } from "~/components/form/error-text";
import { TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { HiddenListParams } from "~/components/lists/filter-select";
import { SelectionBar, Tick } from "~/components/lists/selection";
import { type Selection, useSelection } from "~/components/purchases/keys/use-selection";
import { searchWith } from "~/lib/lists/list-query";
import type { loader } from "./route";

/** The parameters of the dialog over the list. */
export const NO_DECISION = { act: null, reward: null, select: null };

export const ACTS = ["release", "withdraw"] as const;
export type Act = (typeof ACTS)[number];

const OF_DIALOG = Object.keys(NO_DECISION);

/** The ids of selected rewards; without JavaScript the address selects all on the page. */
export function useRewardSelection(open: readonly string[]): Selection {
  const [params] = useSearchParams();
  return useSelection(params.has("select") ? open : []);
}

/** A box that selects a reward that may still be decided; Shift extends the selection. */
export function RewardTick({
  reward: { orderId, orderNumber },
  open,
  selection,
}: {
  reward: { orderId: string; orderNumber: string };
  open: readonly string[];
  selection: Selection;
}) {
  const { t } = useTranslation("programme");
  return (
    <Tick
      id={orderId}
      name="reward"
      label={t("selectOne", { order: orderNumber })}
      list={open}
      selection={selection}
    />
  );
}

/** A list of rewards with the bar that releases or withdraws the selected ones. */
export function DecidableList({
  open,
  selection,
  mayDecide,
  children,
}: {
  /** Ids of the rewards that may still be decided. */
  open: readonly string[];
  selection: Selection;
  mayDecide: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation("programme");
  const [params] = useSearchParams();
  const picked = open.filter((id) => selection.ids.has(id));
  if (!mayDecide || open.length === 0) return <div className="grid gap-3">{children}</div>;
  return (
    <Form method="get" className="grid gap-3" preventScrollReset>
      <HiddenListParams without={OF_DIALOG} />
      {children}
      <SelectionBar
        label={t("select")}
        selectAll={t("selectPage")}
        selectAllTo={searchWith(params, { ...NO_DECISION, select: "page" })}
        selected={t("selected", { count: picked.length })}
        list={open}
        selection={selection}
      >
        {(isNone) =>
          ACTS.map((act) => (
            <button
              key={act}
              type="submit"
              name="act"
              value={act}
              className={`button button-small ${act === "release" ? "" : "button-quiet"}`}
              disabled={isNone}
            >
              {t(`${act}.button`)}
            </button>
          ))
        }
      </SelectionBar>
    </Form>
  );
}

/** Asks for the reason of a release or a withdrawal; afterwards lists those that were refused. */
export function DecideDialog({ act }: { act: Act }) {
  const result = useActionData();
  const { rewards, cases } = useLoaderData<typeof loader>();
  const { t } = useTranslation("programme");
  const [params] = useSearchParams();
  const ids = new Set(params.getAll("reward"));
  const listed = [
    ...(rewards?.records ?? []),
    ...(cases?.records ?? []).map((one) => ({ ...one, tokens: one.waitingTokens })),
  ];
  const chosen = listed.filter(({ orderId }) => ids.has(orderId));
  const closeTo = searchWith(params, NO_DECISION);
  const tokens = chosen.reduce((sum, one) => sum + one.tokens, 0);
  const outcomes = outcomesIn(result);
  const refused = outcomes?.filter(({ refusal }) => refusal !== null) ?? [];
  const titled = t(`${act}.title`, { count: outcomes?.length ?? chosen.length });
  if (outcomes) {
    return (
      <AddressedDialog title={titled} closeTo={closeTo}>
        <p role="status" className="mb-3 font-semibold">
          {t(`${act}.done`, { count: outcomes.length - refused.length })}{" "}
          {t("refused", { count: refused.length })}
        </p>
        <ul className="grid gap-2">
          {refused.map(({ orderId, refusal }) => (
            <li key={orderId}>
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
        <PostForm contract="decide" intent={act}>
          <IdempotencyKey />
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
  /** In words; null if it was decided. */
  refusal: string | null;
}

/** The outcomes of a decision of which a part was refused; null for any other answer. */
const outcomesIn = (result: unknown): readonly RefusedReward[] | null =>
  typeof result === "object" && result !== null && "outcomes" in result
    ? (result.outcomes as readonly RefusedReward[])
    : null;

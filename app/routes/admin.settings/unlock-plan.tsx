import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { UnlockPlan } from "@db/vocabulary";
import type { PlanView } from "@server/launch/contracts/plan";
import { AddressedDialog, DialogButtons } from "~/components/dialog/dialog";
import { AmountField } from "~/components/form/amount-field";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useMay } from "~/lib/use-may";

interface Plan extends PlanView {
  /** The sentence that members read. */
  text: string;
  /** False where all tokens unlock at the launch. */
  isOwn: boolean;
}

const CLOSED = "?tab=sale";

/** Tells when tokens unlock, as members read it; it can change as long as an earlier plan is left. */
export function UnlockPlanCard({ text, isFree, isOwn }: Plan) {
  const { t } = useTranslation("settings");
  const may = useMay();
  return (
    <section className="card mt-5 grid gap-3 p-4 md:p-6" aria-labelledby="unlock">
      <h2 id="unlock">{t("plan.title")}</h2>
      <p>{text}</p>
      {!isFree && !isOwn && <p className="hint">{t("plan.stays")}</p>}
      {(isFree || isOwn) && may("launch.setPlan") && (
        <Link
          to="?tab=sale&plan=1"
          preventScrollReset
          className="button button-quiet justify-self-end"
        >
          {t("plan.change")}
        </Link>
      )}
    </section>
  );
}

const fieldsOf = (name: "bought" | "earned", plan: UnlockPlan) => ({
  [`${name}Percent`]: String(plan.atLaunchBps / 100),
  [`${name}Pause`]: String(plan.pauseMonths),
  [`${name}Months`]: String(plan.months),
});

/** Asks for the plans: that of bought tokens, and that of rewards and bonus. */
export function PlanDialog({ plans, isFree }: PlanView) {
  const { t } = useTranslation("settings");
  return (
    <AddressedDialog title={t("plan.title")} closeTo={CLOSED} isWide>
      <PostForm
        contract="plan"
        intent="unlock-plan"
        values={{ ...fieldsOf("bought", plans.bought), ...fieldsOf("earned", plans.earned) }}
        className="grid gap-5"
      >
        <p>{t(isFree ? "plan.free" : "plan.waits")}</p>
        {(["bought", "earned"] as const).map((name) => (
          <fieldset key={name} className="grid gap-4">
            <legend className="mb-2 font-semibold">{t(`plan.${name}`)}</legend>
            <div className="grid items-start gap-4 md:grid-cols-3">
              <AmountField name={`${name}Percent`} label={t("plan.percent")} />
              <Field name={`${name}Months`} label={t("plan.months")} inputMode="numeric" />
              <Field
                name={`${name}Pause`}
                label={t("plan.pause")}
                hint={t("plan.pauseHint")}
                inputMode="numeric"
              />
            </div>
          </fieldset>
        ))}
        <p className="hint">{t("plan.equal")}</p>
        <DialogButtons closeTo={CLOSED}>
          <SubmitButton>{t("common:save")}</SubmitButton>
        </DialogButtons>
      </PostForm>
    </AddressedDialog>
  );
}

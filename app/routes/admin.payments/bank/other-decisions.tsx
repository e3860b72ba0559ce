import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { LineView } from "@server/orders/contracts/statements";
import { Checkbox, Field, TextArea } from "~/components/form/field";
import { replyFor } from "~/components/form/form-frame";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { searchWith } from "~/lib/lists/list-query";
import { useMay } from "~/lib/use-may";
import type { EntryFormProps } from "./entry-card";

/** An approved order by its number, or none. Folded, and open again after a refusal. */
export function OtherDecisions({
  line,
  result,
  idempotencyKey,
}: { line: LineView } & EntryFormProps) {
  const { t } = useTranslation("statements");
  const may = useMay();
  const [params] = useSearchParams();
  const [link, aside] = [`linkByNumber ${line.id}`, `setAside ${line.id}`];
  const isRefused = replyFor(result, link) !== null || replyFor(result, aside) !== null;
  return (
    <details open={isRefused || line.candidates.length === 0 || undefined}>
      <summary className="link-out cursor-pointer">{t("entries.other")}</summary>
      {may("payments.record") && (
        <p className="mt-3">
          <Link className="link-out" to={searchWith(params, { step: "record", line: line.id })}>
            {t("entries.record")}
          </Link>
        </p>
      )}
      <div className="mt-3 grid gap-6 sm:grid-cols-2">
        <PostForm
          contract="link"
          result={result}
          intent={link}
          className="grid content-start gap-3"
        >
          <h3 className="text-base">{t("entries.linkTitle")}</h3>
          <IdempotencyKey value={idempotencyKey} />
          <input type="hidden" name="lineId" value={line.id} />
          <Field name="purchaseId" label={t("entries.orderNumber")} autoComplete="off" />
          <Checkbox name="isPart" label={t("entries.isPart")} />
          <SubmitButton tone="quiet" className="button-small justify-self-start">
            {t("entries.linkByNumber")}
          </SubmitButton>
        </PostForm>
        <PostForm
          contract="setAside"
          result={result}
          intent={aside}
          className="grid content-start gap-3"
        >
          <h3 className="text-base">{t("entries.setAsideTitle")}</h3>
          <IdempotencyKey value={idempotencyKey} />
          <input type="hidden" name="lineId" value={line.id} />
          <TextArea
            name="reason"
            label={t("entries.noteLabel")}
            hint={t("entries.noteHint")}
            rows={2}
          />
          <SubmitButton tone="quiet" className="button-small justify-self-start">
            {t("entries.setAside")}
          </SubmitButton>
        </PostForm>
      </div>
    </details>
  );
}

import { useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "@server/platform/rules/money/format";
import { TextArea } from "~/components/form/field";
import { replyFor } from "~/components/form/form-frame";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { useMay } from "~/lib/use-may";
import type { EntryFormProps } from "./entry-card";

/** Puts away all entries that the group and the search find, on all pages, with one reason; folded. */
export function PutAwayMany({
  outcome,
  total,
  seen,
  result,
  idempotencyKey,
}: EntryFormProps & {
  outcome: "NONE" | "CANDIDATES";
  total: number;
  /** The list as it was shown: nothing that came since is put away. */
  seen: string;
}) {
  const { t } = useTranslation("statements");
  const [params] = useSearchParams();
  const mayPutAway = useMay()("statements.putAwayMany");
  if (!mayPutAway) return null;
  const facts = { count: total, entries: formatQuantity(total) };
  return (
    <details open={replyFor(result, "putAwayMany") !== null || undefined}>
      <summary className="link-out cursor-pointer">{t("entries.putAwayMany.title", facts)}</summary>
      <PostForm
        contract="putAwayMany"
        result={result}
        intent="putAwayMany"
        className="mt-3 grid max-w-3xl gap-3"
      >
        <p>{t("entries.putAwayMany.explain")}</p>
        <IdempotencyKey value={idempotencyKey} />
        <input type="hidden" name="outcome" value={outcome} />
        <input type="hidden" name="search" value={params.get("search") ?? ""} />
        <input type="hidden" name="seen" value={seen} />
        <TextArea
          name="reason"
          label={t("entries.noteLabel")}
          hint={t("entries.noteHint")}
          rows={2}
        />
        <SubmitButton tone="quiet" className="justify-self-start">
          {t("entries.putAwayMany.submit", facts)}
        </SubmitButton>
      </PostForm>
    </details>
  );
}

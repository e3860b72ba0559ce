import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { FileState } from "@server/orders/contracts/statements";
import { Select } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { importPath } from "~/lib/paths";

type Unknown = Extract<FileState, { state: "UNKNOWN" }>;

const COLUMNS = [
  ...(["bookedOn", "narration", "reference", "credit", "debit", "amount"] as const),
  ...(["side", "balance", "valueOn"] as const),
] as const;

/** Asks which heading of the file holds what. */
export function FileColumns({
  file,
  headings,
  result,
}: Pick<Unknown, "file" | "headings"> & { result: unknown }) {
  const { t } = useTranslation("statements");
  const named = [...new Set(headings.map((heading) => heading.trim()).filter(Boolean))];
  const options = named.map((heading) => ({ value: heading, label: heading }));
  return (
    <section className="card grid gap-4 p-4 md:p-6">
      <div className="grid gap-1">
        <h2>{t("columns.title")}</h2>
        <p className="break-words font-semibold">{file.fileName}</p>
        <p className="hint max-w-3xl">{t("columns.intro")}</p>
      </div>
      <PostForm contract="columns" result={result} intent="columns" className="grid gap-4">
        <input type="hidden" name="fileId" value={file.id} />
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {COLUMNS.map((column) => (
            <Select
              key={column}
              name={column}
              label={t(`columns.${column}`)}
              placeholder={t("columns.none")}
              options={options}
              defaultValue={file.mapping?.[column] ?? ""}
            />
          ))}
          <Select
            name="dateOrder"
            label={t("columns.dateOrder")}
            placeholder={t("columns.auto")}
            options={[
              { value: "DMY", label: t("columns.DMY") },
              { value: "MDY", label: t("columns.MDY") },
            ]}
            defaultValue={file.mapping?.dateOrder ?? ""}
          />
        </div>
        <div className="flex flex-wrap gap-3">
          <SubmitButton pending={t("choose.sending")}>{t("columns.save")}</SubmitButton>
          <Link className="button button-quiet" to={importPath}>
            {t("common:cancel")}
          </Link>
        </div>
      </PostForm>
    </section>
  );
}

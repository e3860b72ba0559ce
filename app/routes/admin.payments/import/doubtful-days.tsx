import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import type { DaysAnswer } from "@db/vocabulary";
import type { StatementPreview } from "@server/orders/contracts/statements";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

/** Asks once about the days of a file that are in the future, outside its period, or out of order. */
export function DoubtfulDays({
  fileId,
  doubtful: { count, first, answer },
}: {
  fileId: string;
  doubtful: StatementPreview["doubtful"];
}) {
  const { t } = useTranslation("statements");
  if (count === 0) return null;
  const answers: DaysAnswer[] = first.some(({ swapped }) => swapped)
    ? ["SWAPPED", "WRITTEN"]
    : ["WRITTEN"];
  return (
    <section className="note note-warning" aria-labelledby="doubtful-days">
      <TriangleAlert />
      <div className="grid min-w-0 gap-3">
        <h3 id="doubtful-days">{t("days.title", { count })}</h3>
        <p>{t(answer ? `days.answered.${answer}` : "days.hint")}</p>
        <ul className="tabular">
          {first.map(({ row, written, swapped }) => (
            <li key={row}>
              {t(swapped ? "days.swapped" : "days.written", { row, written, swapped })}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          {answers
            .filter((one) => one !== answer)
            .map((one) => (
              <ButtonForm key={one} intent="days" hidden={{ fileId, days: one }}>
                <SubmitButton tone="quiet" className="button-small">
                  {t(`days.${one}`)}
                </SubmitButton>
              </ButtonForm>
            ))}
        </div>
      </div>
    </section>
  );
}

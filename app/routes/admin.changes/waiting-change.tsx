import { Link } from "@remix-run/react";
import Hourglass from "lucide-react/icons/hourglass";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { WaitingChange as Change } from "@server/companies/contracts/changes";
import { formatDay } from "@server/platform/rules/dates/dates";
import { formatPercent, formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { batchPath, orderPath } from "~/lib/paths";

/** A change that waits for a second admin, with both sides and what the admin may do with it. */
export function WaitingChange({ change }: { change: Change }) {
  const { t } = useTranslation("changes");
  const dates = useDates();
  const what = t(`kinds.${change.kind}`);
  const since = dates.full(change.since);
  const at = dates.full(change.endsAt);
  return (
    <section className="card grid gap-3 p-4 md:p-6" aria-label={what}>
      <h2 className="flex min-w-0 items-center gap-2">
        <Hourglass className="flex-none" />
        <span className="min-w-0 break-words">{what}</span>
      </h2>
      <p className="break-words">
        {change.isOwn ? t("you", { since }) : t("asked", { by: change.by ?? t("somebody"), since })}
      </p>
      {change.order && (
        <p>
          <Link className="link-out" to={orderPath(change.order.id)}>
            {t("payment", {
              order: change.order.orderNumber,
              total: formatRupees(change.order.totalPaise),
            })}
          </Link>
        </p>
      )}
      <BothSides fields={change.fields} />
      <p className="hint">{t(endKeyOf(change), { at })}</p>
      <div className="flex flex-wrap items-center justify-end gap-3">
        {!change.isOwn && !change.mayConfirm && <p className="hint">{t("needsAnother")}</p>}
        {change.isOwn ? (
          <Decide intent="withdraw" change={change} what={what} />
        ) : (
          <Decide intent="refuse" change={change} what={what} />
        )}
        {change.mayConfirm && <Decide intent="confirm" change={change} what={what} />}
      </div>
    </section>
  );
}

/** Returns the key of the text about the end of a request or of its waiting time. */
function endKeyOf({ isCoolOff, isOver }: Pick<Change, "isCoolOff" | "isOver">) {
  if (isCoolOff) return isOver ? "coolOffOver" : "coolOff";
  return isOver ? "expired" : "untilConfirmed";
}

/** The old and the new value of each field, side by side. */
function BothSides({ fields }: Pick<Change, "fields">) {
  const { t } = useTranslation("changes");
  if (fields.length === 0) return null;
  const isChanged = fields.some(({ before }) => before !== null);
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label={t("after")}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("field")}</th>
            {isChanged && <th scope="col">{t("before")}</th>}
            <th scope="col">{t("after")}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, before, after }) => (
            <tr key={name}>
              <td data-label={t("field")}>
                <span>{t(`fields.${name}`)}</span>
              </td>
              {isChanged && (
                <td data-label={t("before")}>
                  <span>
                    <Shown name={name} value={before} />
                  </span>
                </td>
              )}
              <td data-label={t("after")}>
                <strong>
                  <Shown name={name} value={after} />
                </strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Shown({ name, value }: { name: string; value: Change["fields"][number]["after"] }) {
  const { t } = useTranslation("changes");
  const dates = useDates();
  if (value === null || value === "") return t("common:notAvailable");
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (name.endsWith("Paise") && typeof value === "number") return formatRupees(value);
  if (name.endsWith("Bps") && typeof value === "number") return formatPercent(value);
  if (name.endsWith("At") && typeof value === "string") return dates.full(value);
  if (name === "day" || name === "claimUntil") return formatDay(String(value));
  if (name === "batch") {
    return (
      <Link className="link-out" to={batchPath(Number(value))}>
        {String(value)}
      </Link>
    );
  }
  if (name === "tokens" || name === "members") return formatQuantity(Number(value));
  if (name === "whoRefers") return t(`referrers.${value}`);
  return String(value);
}

function Decide({
  intent,
  change,
  what,
}: {
  intent: "confirm" | "refuse" | "withdraw";
  change: Change;
  what: string;
}) {
  const { t } = useTranslation("changes");
  return (
    <ButtonForm intent={`${intent} ${change.id}`} hidden={{ id: change.id }}>
      <SubmitButton
        tone={intent === "confirm" ? "main" : "danger"}
        aria-label={t(`${intent}Label`, { what })}
      >
        {t(intent)}
      </SubmitButton>
    </ButtonForm>
  );
}

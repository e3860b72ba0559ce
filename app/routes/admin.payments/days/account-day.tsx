import { useTranslation } from "react-i18next";
import type { Reconciliation } from "@server/orders/contracts/payments";
import { type DaySums, USES } from "@server/payments/rules/days";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useMay } from "~/lib/use-may";

const SUMS = ["bankPaise", ...USES] as const;

/** The sums of an account on a day, and whether somebody has signed them. */
export function AccountDay({
  account,
  day,
}: {
  account: Reconciliation["accounts"][number];
  day: string;
}) {
  const { t } = useTranslation("days");
  const dates = useDates();
  const may = useMay();
  const { accountId, name, entries, excessPaise, stamp, signed } = account;
  const intent = `sign ${accountId}`;
  const shown = name || t("reconcile.unknown");
  return (
    <section className="card grid gap-4 p-4 md:p-6" aria-labelledby={accountId}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={accountId} className="break-words">
          {shown}
        </h2>
        {signed && (
          <span className={signed.isSame ? "badge badge-success" : "badge badge-warning"}>
            {t(signed.isSame ? "signed.yes" : "signed.changed")}
          </span>
        )}
      </div>
      <dl className="facts max-w-2xl!">
        <div>
          <dt>{t("entries")}</dt>
          <dd className="tabular">{formatQuantity(entries)}</dd>
        </div>
        {SUMS.map((sum) => (
          <div key={sum}>
            <dt>{t(`uses.${sum}`)}</dt>
            <dd className="tabular">
              {formatRupees(account[sum])}
              {signed && <Before was={signed.before} is={account} sum={sum} />}
            </dd>
          </div>
        ))}
      </dl>
      {excessPaise > 0 && (
        <p className="note note-warning">
          {t("reconcile.excess", { sum: formatRupees(excessPaise) })}
        </p>
      )}
      {signed && (
        <p className="hint">{t("reconcile.by", { name: signed.by, at: dates.full(signed.at) })}</p>
      )}
      {signed && signed.changed.length > 0 && (
        <div className="grid gap-2">
          <h3>{t("reconcile.since")}</h3>
          <ul className="grid gap-2">
            {signed.changed.map((line) => (
              <li key={line.id} className="grid gap-1 border-t border-line pt-2">
                <p className="flex flex-wrap gap-x-3">
                  <time className="hint tabular" dateTime={line.at}>
                    {dates.full(line.at)}
                  </time>
                  <span className="tabular">{formatRupees(line.paise)}</span>
                  {line.orderNumber !== null && <span className="mono">{line.orderNumber}</span>}
                </p>
                <p className="break-words">{line.narration}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
      {may("payments.signDay") && excessPaise === 0 && signed?.isSame !== true && (
        <ButtonForm
          intent={intent}
          className="justify-self-end"
          hidden={{ day, accountId, seen: stamp }}
        >
          <SubmitButton aria-label={t("reconcile.signOne", { name: shown })}>
            {t("reconcile.sign")}
          </SubmitButton>
        </ButtonForm>
      )}
    </section>
  );
}

/** The signed sum, where it is another one now. */
function Before({ was, is, sum }: { was: DaySums; is: DaySums; sum: (typeof SUMS)[number] }) {
  const { t } = useTranslation("days");
  if (was[sum] === is[sum]) return null;
  return <span className="hint"> {t("reconcile.was", { sum: formatRupees(was[sum]) })}</span>;
}

import { useTranslation } from "react-i18next";
import type { ReferralSummary } from "@server/members/contracts/members";
import { formatQuantity } from "@server/platform/rules/money/format";
import { useSite } from "~/lib/use-site";

/** The number of referred members and the rewards. */
export function ReferralFigures({ summary }: { summary: ReferralSummary }) {
  const { brand } = useSite();
  const { t } = useTranslation("referral");
  const tokens = (count: number) => `${formatQuantity(count)} ${brand.symbol}`;
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <Figures
        title={t("people")}
        figures={[
          [t("invited"), formatQuantity(summary.invited)],
          [t("verified"), formatQuantity(summary.verified)],
          [t("buying"), formatQuantity(summary.buying)],
        ]}
      />
      <Figures
        title={t("rewards")}
        figures={[
          [t("earned"), tokens(summary.rewardEarned)],
          [t("waiting"), tokens(summary.rewardWaiting)],
        ]}
        {...(summary.rewardWaiting > 0 && { hint: t("waitingHint") })}
      />
    </div>
  );
}

function Figures({
  title,
  figures,
  hint,
}: {
  title: string;
  figures: readonly (readonly [label: string, value: string])[];
  hint?: string;
}) {
  return (
    <section className="card grid gap-3 p-5">
      <h2>{title}</h2>
      <dl className="facts tabular">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="text-lg">{value}</dd>
          </div>
        ))}
      </dl>
      {hint && <p className="hint">{hint}</p>}
    </section>
  );
}

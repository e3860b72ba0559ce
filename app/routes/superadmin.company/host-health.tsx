import { useTranslation } from "react-i18next";
import type { WatchedHost } from "@server/companies/contracts/companies";
import { formatDate, formatDateTime } from "@server/platform/rules/dates/dates";
import { HostBadges } from "~/components/data/host-badges";

/** A host's DNS and certificate status, and the next step. */
export function HostHealth({ domain }: { domain: WatchedHost }) {
  const { t } = useTranslation("platform");
  const { health, checkedAt, records } = domain;
  if (!health || !checkedAt) return <p className="hint">{t("health.soon")}</p>;
  const isHere = health.dns === "HERE";
  const until = health.certificateUntil ? formatDate(new Date(health.certificateUntil)) : "";
  return (
    <div className="grid gap-2">
      <HostBadges dns={health.dns} certificate={health.certificate} />
      <p className="hint">
        {t(`health.dnsHint.${health.dns}`, { addresses: health.addresses.join(", ") })}{" "}
        {isHere && t(`health.certificateHint.${health.certificate}`, { until })}{" "}
        {t("health.checked", { at: formatDateTime(new Date(checkedAt)) })}
      </p>
      {!isHere && <Records records={records} />}
    </div>
  );
}

function Records({ records }: Pick<WatchedHost, "records">) {
  const { t } = useTranslation("platform");
  if (records.length === 0) return <p className="hint">{t("health.noAddress")}</p>;
  return (
    <>
      <p>{t("health.set")}</p>
      <ul className="grid gap-1">
        {records.map(({ type, name, value }) => (
          <li key={type + value} className="mono break-all">
            {type} {name} → {value}
          </li>
        ))}
      </ul>
    </>
  );
}

import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { WatchedHost } from "@server/companies/contracts/hosts";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { Field } from "~/components/form/field";
import { AddressedDialog, CancelLink } from "~/components/dialog/dialog";
import { searchWith } from "~/lib/lists/list-query";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { HostBadges } from "~/components/data/host-badges";

type Shown = WatchedHost & { site: string };

/** The company's hosts; adding and removing take effect at once. */
export function Hosts({ domains }: { domains: readonly Shown[] }) {
  const { t } = useTranslation("platform");
  const [params] = useSearchParams();
  const leaving = domains.find(({ id }) => id === params.get("remove"));
  const closeTo = searchWith(params, { remove: null });
  return (
    <section id="domains" className="card p-4 md:p-6">
      <h2>{t("page.domains")}</h2>
      <p className="mb-4 text-muted">{t("page.domainsHint")}</p>
      {domains.length === 0 && <p className="mb-4">{t("dashboard.noHost")}</p>}
      <ul className="mb-5 grid gap-4">
        {domains.map((domain) => (
          <li key={domain.id} className="grid gap-2 border-b border-line pb-4 last:border-0">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <a href={domain.site} className="link-out break-all">
                {domain.host}
              </a>
              <div className="flex gap-2">
                <ButtonForm intent="check-domain" hidden={{ id: domain.id }}>
                  <button
                    className="button button-quiet button-small"
                    aria-label={`${t("page.checkHost")} ${domain.host}`}
                  >
                    {t("page.checkHost")}
                  </button>
                </ButtonForm>
                <Link
                  to={searchWith(params, { remove: domain.id })}
                  preventScrollReset
                  className="button button-quiet button-small"
                  aria-label={`${t("page.removeHost")} ${domain.host}`}
                >
                  {t("page.removeHost")}
                </Link>
              </div>
            </div>
            <HostHealth domain={domain} />
          </li>
        ))}
      </ul>
      {/* Adding a host resets the form. */}
      <PostForm
        contract="domain"
        key={domains.length}
        intent="add-domain"
        className="grid gap-4 sm:max-w-xl"
      >
        <Field
          name="host"
          label={t("page.host")}
          hint={t("page.hostHint")}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
        />
        <SubmitButton className="justify-self-start">{t("page.addHost")}</SubmitButton>
      </PostForm>
      {leaving && (
        <AddressedDialog title={t("page.removeTitle")} closeTo={closeTo}>
          <p className="mb-4">{t("page.removeAsk", { host: leaving.host })}</p>
          <ButtonForm
            intent="remove-domain"
            className="flex justify-end gap-3"
            hidden={{ id: leaving.id, host: leaving.host }}
          >
            <CancelLink to={closeTo} />
            <SubmitButton tone="danger">{t("page.removeHost")}</SubmitButton>
          </ButtonForm>
        </AddressedDialog>
      )}
    </section>
  );
}

/** A host's DNS and certificate status, and the next step. */
function HostHealth({ domain }: { domain: WatchedHost }) {
  const { t } = useTranslation("platform");
  const dates = useDates();
  const { health, checkedAt, records } = domain;
  if (!health || !checkedAt) return <p className="hint">{t("health.soon")}</p>;
  const isHere = health.dns === "HERE";
  const until = health.certificateUntil ? dateInIndia(new Date(health.certificateUntil)) : "";
  return (
    <div className="grid gap-2">
      <HostBadges dns={health.dns} certificate={health.certificate} />
      <p className="hint">
        {t(`health.dnsHint.${health.dns}`, { addresses: health.addresses.join(", ") })}{" "}
        {isHere && t(`health.certificateHint.${health.certificate}`, { until })}{" "}
        {t("health.checked", { at: dates.full(checkedAt) })}
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

import type { SerializeFrom } from "@remix-run/node";
import KeyRound from "lucide-react/icons/key-round";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ShownSecret, WebhookList } from "@server/contracts/webhooks";
import { formatDateTime } from "@server/domain/dates/dates";
import { CopyButton } from "~/components/data/copy-button";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useMay } from "~/lib/use-may";

type Webhook = SerializeFrom<WebhookList>[number];

/** To which accounts payments may be reported, by whom, and at which address (docs/api.md). */
export function NoticesSection({ webhooks, result }: { webhooks: Webhook[]; result: unknown }) {
  const { t } = useTranslation("settings");
  const shown = secretIn(result);
  return (
    <section className="card grid gap-4 p-4 md:p-6" id="notices">
      <h2>{t("notices.title")}</h2>
      <p className="hint max-w-prose">{t("notices.text")}</p>
      {webhooks.length === 0 && <p>{t("notices.none")}</p>}
      <ul className="grid gap-4">
        {webhooks.map((webhook) => (
          <li
            key={webhook.accountId}
            className="grid gap-3 border-t border-line pt-4 first:border-t-0 first:pt-0"
          >
            <AccountNotices
              webhook={webhook}
              secret={shown?.accountId === webhook.accountId ? shown.secret : null}
              result={result}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AccountNotices({
  webhook: { accountId, bankName, accountNumber, upi, address, secret: set, lastNoticeAt },
  secret,
  result,
}: {
  webhook: Webhook;
  secret: string | null;
  result: unknown;
}) {
  const { t } = useTranslation("settings");
  const may = useMay();
  const time = (iso: string) => formatDateTime(new Date(iso));
  const account = [bankName, accountNumber ?? upi].filter(Boolean).join(" · ");
  const intentOf = (act: string) => `${act} ${accountId}`;
  const hidden = <input type="hidden" name="accountId" value={accountId} />;
  return (
    <>
      <h3 className="flex flex-wrap items-center gap-3">
        {account}
        <span className={`badge ${set ? "badge-success" : "badge-plain"}`}>
          {t(set ? "notices.on" : "notices.off")}
        </span>
      </h3>
      {secret !== null && <NewSecret secret={secret} />}
      {set && (
        <dl className="grid gap-2">
          <div>
            <dt className="hint">{t("notices.address")}</dt>
            <dd className="flex items-center gap-2">
              <code className="mono min-w-0 break-all">{address}</code>
              <CopyButton text={address} label={t("notices.copyAddress", { account })} />
            </dd>
          </div>
          <div>
            <dt className="hint">{t("notices.set")}</dt>
            <dd>
              {t("notices.setBy", { at: time(set.setAt), by: set.setBy ?? t("notices.nobody") })}{" "}
              {set.previousUntil && t("notices.overlap", { until: time(set.previousUntil) })}
            </dd>
          </div>
          <div>
            <dt className="hint">{t("notices.last")}</dt>
            <dd>{lastNoticeAt ? time(lastNoticeAt) : t("notices.never")}</dd>
          </div>
        </dl>
      )}
      {may("webhooks.turnOn") && !set && (
        <ButtonForm result={result} intent={intentOf("notices-on")}>
          {hidden}
          <SubmitButton tone="quiet">{t("notices.turnOn")}</SubmitButton>
        </ButtonForm>
      )}
      {may("webhooks.turnOn") && set && (
        <div className="grid gap-2">
          <details>
            <summary className="link-out">{t("notices.renewTitle")}</summary>
            <p className="hint my-2 max-w-prose">{t("notices.renewText")}</p>
            <ButtonForm result={result} intent={intentOf("notices-renew")}>
              {hidden}
              <SubmitButton tone="quiet">{t("notices.renew")}</SubmitButton>
            </ButtonForm>
          </details>
          <details>
            <summary className="link-out">{t("notices.offTitle")}</summary>
            <p className="hint my-2 max-w-prose">{t("notices.offText")}</p>
            <ButtonForm result={result} intent={intentOf("notices-off")}>
              {hidden}
              <SubmitButton tone="danger">{t("notices.turnOff")}</SubmitButton>
            </ButtonForm>
          </details>
        </div>
      )}
    </>
  );
}

/** A new secret exists only in an action's response; it cannot be read again. */
function secretIn(result: unknown): ShownSecret | null {
  if (typeof result !== "object" || result === null || !("shownSecret" in result)) return null;
  return result.shownSecret as ShownSecret;
}

function NewSecret({ secret }: { secret: string }) {
  const { t } = useTranslation("settings");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [secret]);
  return (
    <div className="note note-success" role="status">
      <KeyRound size={20} aria-hidden />
      <div className="grid min-w-0 gap-2">
        <h4 tabIndex={-1} ref={heading}>
          {t("notices.secret")}
        </h4>
        <p>{t("notices.secretText")}</p>
        <p className="flex items-center gap-2">
          <code className="mono min-w-0 break-all">{secret}</code>
          <CopyButton text={secret} label={t("notices.copySecret")} />
        </p>
      </div>
    </div>
  );
}

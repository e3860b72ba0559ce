import { useTranslation } from "react-i18next";
import type { Machines } from "@server/companies/contracts/machines";
import { EVENT_CHOICES } from "@server/companies/rules/machine-choices";
import { useDates } from "~/components/data/use-dates";
import { Field, Select } from "~/components/form/field";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { type Made, MadeOnce } from "./keys";

/** The addresses that are told of events: working, failing and ended ones. */
export function Endpoints({
  endpoints,
  made,
}: Pick<Machines, "endpoints"> & { made: Made | null }) {
  const { t } = useTranslation("machines");
  return (
    <section className="card grid gap-4 p-4 md:p-6" aria-labelledby="endpoints">
      <h2 id="endpoints">{t("endpoints.title")}</h2>
      <p className="max-w-prose">{t("endpoints.intro")}</p>
      {made && <MadeOnce made={made} text={t("endpoints.made", { name: made.name })} />}
      <PostForm
        key={made?.secret}
        contract="endpoint"
        intent="addEndpoint"
        className="grid items-start gap-4 md:grid-cols-2"
      >
        <Field
          name="url"
          label={t("endpoints.url")}
          hint={t("endpoints.urlHint")}
          inputMode="url"
          autoComplete="off"
        />
        <Select
          name="events"
          label={t("endpoints.events")}
          defaultValue={EVENT_CHOICES.all}
          options={(["all", "orders", "members"] as const).map((choice) => ({
            value: EVENT_CHOICES[choice],
            label: t(`choices.${choice}`),
          }))}
        />
        <SubmitButton className="justify-self-start">{t("endpoints.add")}</SubmitButton>
      </PostForm>
      {endpoints.length === 0 ? (
        <p className="hint">{t("endpoints.none")}</p>
      ) : (
        <ul className="grid gap-3">
          {endpoints.map((endpoint) => (
            <OneEndpoint key={endpoint.id} of={endpoint} />
          ))}
        </ul>
      )}
    </section>
  );
}

function OneEndpoint({ of: { id, url, events, ...state } }: { of: Machines["endpoints"][number] }) {
  const { t } = useTranslation("machines");
  const dates = useDates();
  return (
    <li className="grid gap-1 border-t border-line pt-3">
      <p className="min-w-0 break-all">
        <strong>{url}</strong>
      </p>
      <p>{events.map((event) => t(`events.${event.replace(".", "-")}`)).join(", ")}</p>
      {state.failingSince && !state.endedAt && (
        <p className="text-danger">
          {t("endpoints.failing", { at: dates.full(state.failingSince) })}
        </p>
      )}
      {state.endedAt ? (
        <p>{t(`ends.${state.endedWhy ?? "OWNER"}`, { at: dates.full(state.endedAt) })}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <ButtonForm intent={`renewSecret ${id}`} hidden={{ id }}>
            <SubmitButton
              className="button-quiet"
              aria-label={t("endpoints.renewLabel", { what: url })}
            >
              {t("endpoints.renew")}
            </SubmitButton>
          </ButtonForm>
          <ButtonForm intent={`endEndpoint ${id}`} hidden={{ id }}>
            <SubmitButton className="button-quiet" aria-label={t("endLabel", { what: url })}>
              {t("end")}
            </SubmitButton>
          </ButtonForm>
        </div>
      )}
    </li>
  );
}

/** The newest events with the endpoint's last answer, each to send again. */
export function Deliveries({ deliveries, endpoints }: Pick<Machines, "deliveries" | "endpoints">) {
  const { t } = useTranslation("machines");
  const dates = useDates();
  const urlOf = (id: string) => endpoints.find((one) => one.id === id)?.url ?? t("gone");
  return (
    <section className="card grid gap-4 p-4 md:p-6" aria-labelledby="deliveries">
      <h2 id="deliveries">{t("deliveries.title")}</h2>
      {deliveries.length === 0 && <p className="hint">{t("deliveries.none")}</p>}
      <ul className="grid gap-3">
        {deliveries.map((sent) => {
          const what = t(`events.${sent.event.replace(".", "-")}`);
          const since = dates.full(sent.createdAt);
          return (
            <li key={sent.id} className="grid gap-1 border-t border-line pt-3">
              <p className="min-w-0 break-words">
                <strong>{what}</strong> {t(`states.${sent.status}`)}
              </p>
              <p className="hint min-w-0 break-all">
                {since} · {urlOf(sent.endpointId)}
              </p>
              {sent.dueAt && (
                <p>{t("deliveries.next", { tries: sent.attempts, at: dates.full(sent.dueAt) })}</p>
              )}
              {sent.reply !== null && (
                <details>
                  <summary>{t("deliveries.answer")}</summary>
                  <pre className="max-w-full whitespace-pre-wrap break-all">{sent.reply}</pre>
                </details>
              )}
              {sent.canSendAgain && (
                <ButtonForm
                  intent={`sendAgain ${sent.id}`}
                  className="justify-self-start"
                  hidden={{ id: sent.id }}
                >
                  <SubmitButton
                    className="button-quiet"
                    aria-label={t("deliveries.againLabel", { what, since })}
                  >
                    {t("deliveries.again")}
                  </SubmitButton>
                </ButtonForm>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

import { useTranslation } from "react-i18next";
import type { Machines } from "@server/companies/contracts/machines";
import { SCOPE_CHOICES } from "@server/companies/rules/machine-choices";
import { useDates } from "~/components/data/use-dates";
import { CopyButton } from "~/components/data/copy-button";
import { Field, Select } from "~/components/form/field";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

/** The key or secret that was just made; no page shows it again. */
export interface Made {
  name: string;
  secret: string;
}

export function MadeOnce({ made, text }: { made: Made; text: string }) {
  const { t } = useTranslation("machines");
  return (
    <div className="note grid gap-2" role="status">
      <p>{text}</p>
      <p className="flex min-w-0 flex-wrap items-center gap-2">
        <code className="min-w-0 break-all">{made.secret}</code>
        <CopyButton text={made.secret} label={t("copy", { name: made.name })} />
      </p>
    </div>
  );
}

/** The API keys: living ones can be ended, ended ones stay listed. */
export function Keys({ keys, made }: Pick<Machines, "keys"> & { made: Made | null }) {
  const { t } = useTranslation("machines");
  return (
    <section className="card grid gap-4 p-4 md:p-6" aria-labelledby="keys">
      <h2 id="keys">{t("keys.title")}</h2>
      <p className="max-w-prose">{t("keys.intro")}</p>
      {made && <MadeOnce made={made} text={t("keys.made", { name: made.name })} />}
      <PostForm
        key={made?.secret}
        contract="key"
        intent="addKey"
        className="grid items-start gap-4 md:grid-cols-2"
      >
        <Field name="name" label={t("keys.name")} hint={t("keys.nameHint")} autoComplete="off" />
        <Select
          name="scopes"
          label={t("keys.scopes")}
          hint={t("keys.scopesHint")}
          defaultValue="read"
          options={SCOPE_CHOICES.map((value) => ({
            value,
            label: t(`scopes.${value.replace(" ", "-")}`),
          }))}
        />
        <SubmitButton className="justify-self-start">{t("keys.add")}</SubmitButton>
      </PostForm>
      {keys.length === 0 ? (
        <p className="hint">{t("keys.none")}</p>
      ) : (
        <ul className="grid gap-3">
          {keys.map((key) => (
            <OneKey key={key.id} of={key} />
          ))}
        </ul>
      )}
    </section>
  );
}

function OneKey({ of: key }: { of: Machines["keys"][number] }) {
  const { t } = useTranslation("machines");
  const dates = useDates();
  return (
    <li className="grid gap-1 border-t border-line pt-3">
      <p className="min-w-0 break-words">
        <strong>{key.name}</strong> <code>{key.prefix}…</code>
      </p>
      <p>{t(`scopes.${key.scopes.join("-")}`)}</p>
      <p className="hint">
        {t("madeBy", { by: key.maker ?? t("gone"), at: dates.full(key.createdAt) })}{" "}
        {key.lastUsedAt ? t("keys.used", { at: dates.full(key.lastUsedAt) }) : t("keys.unused")}
      </p>
      {key.endedAt ? (
        <p>{t("endedAt", { at: dates.full(key.endedAt) })}</p>
      ) : (
        <ButtonForm
          intent={`endKey ${key.id}`}
          className="justify-self-start"
          hidden={{ id: key.id }}
        >
          <SubmitButton className="button-quiet" aria-label={t("endLabel", { what: key.name })}>
            {t("end")}
          </SubmitButton>
        </ButtonForm>
      )}
    </li>
  );
}

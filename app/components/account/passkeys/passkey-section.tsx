import type { SerializeFrom } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { formatDateTime, formatMoment } from "@server/platform/rules/dates/dates";
import type { Area } from "@server/access/call/actor";
import type { PasskeyRow } from "@server/members/contracts/passkeys";
import { Field } from "~/components/form/field";
import { useReply } from "~/components/form/form-frame";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useIsLive } from "~/lib/orders/use-is-live";
import { PasskeyButton } from "./passkey-button";

interface Props {
  passkeys: SerializeFrom<PasskeyRow[]>;
  area: Area;
  /** A super admin has none. */
  hasPassword: boolean;
}

/** An account's own passkeys, and the forms that add and remove one. */
export function PasskeySection({ passkeys, area, hasPassword }: Props) {
  const { t } = useTranslation("passkeys");
  const isLive = useIsLive();
  const isRefused = useReply("add-passkey") !== null;
  const format = area === "user" ? formatDateTime : formatMoment;
  const password = hasPassword && (
    <Field
      name="currentPassword"
      label={t("password")}
      type="password"
      autoComplete="current-password"
      required
    />
  );
  return (
    <section className="card grid gap-4 p-4 md:p-6" id="passkeys">
      <h2>{t("title")}</h2>
      <p className="max-w-prose">{t("explain")}</p>
      {passkeys.length === 0 ? (
        <p className="hint">{t("none")}</p>
      ) : (
        <ul className="grid gap-3">
          {passkeys.map(({ id, name, host, createdAt, lastUsedAt }) => (
            <li key={id} className="grid gap-1 border-t border-line pt-3">
              <p>
                <strong className="break-words">{name}</strong>{" "}
                <span className="hint">{t("host", { host })}</span>
              </p>
              <p className="hint">
                {t("added", { at: format(new Date(createdAt)) })}{" "}
                {lastUsedAt ? t("used", { at: format(new Date(lastUsedAt)) }) : t("neverUsed")}
              </p>
              <details>
                <summary className="link-out">{t("remove")}</summary>
                <PostForm
                  contract="removePasskey"
                  intent={`remove-passkey ${id}`}
                  id={`remove-passkey-${id}`}
                  noValidate
                  className="mt-3 grid gap-4 sm:max-w-md"
                  hidden={{ id }}
                >
                  {password}
                  <SubmitButton
                    tone="danger"
                    className="justify-self-start"
                    pending={t("removing")}
                  >
                    {t("removeNamed", { name })}
                  </SubmitButton>
                </PostForm>
              </details>
            </li>
          ))}
        </ul>
      )}
      {isLive ? (
        <details className="more" open={isRefused}>
          <summary>{t("add")}</summary>
          <PostForm
            contract="addPasskey"
            intent="add-passkey"
            id="add-passkey"
            className="grid gap-4 sm:max-w-md"
          >
            <Field name="name" label={t("name")} hint={t("nameHint")} />
            {password}
            <PasskeyButton
              area={area}
              purpose="add"
              closed={t("closed")}
              className="justify-self-start"
            >
              {t("add")}
            </PasskeyButton>
          </PostForm>
        </details>
      ) : (
        <p className="hint">{t("needsScripts")}</p>
      )}
    </section>
  );
}

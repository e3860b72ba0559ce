import { Link, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { IdentityStep } from "@server/members/rules/identity/steps";
import { type Fact, FactList } from "~/components/data/fact-list";
import { Checkbox } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { BackLink } from "~/components/layout/back-link";
import { paths } from "~/lib/paths";
import { useIsLive } from "~/lib/orders/use-is-live";
import { useSite } from "~/lib/use-site";
import { identityPath } from "./identity-path";
import { justTyped } from "./just-typed";
import type { loader } from "./route";

/** The last look at what is sent, and the agreement. */
export function SendStep() {
  const { identity, purchase } = useLoaderData<typeof loader>();
  const { companyName } = useSite();
  const { t } = useTranslation("identity");
  const { typed, steps } = identity;
  const document = typed.secondKind ? t(`kinds.${typed.secondKind}`) : t("short.second");
  const all = steps.length + 1;
  const said: Partial<Record<IdentityStep, string | null>> = {
    pan: justTyped("pan", typed.pan),
    second: justTyped("second", typed.secondNumber),
    address: typed.address,
  };
  const facts: Fact[] = steps.map(({ step, asksName, document: picture }) => {
    const text = said[step];
    return [
      t(`short.${step}`, { document }),
      <span key={step} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        {picture ? (
          <img
            src={`${paths.user.identityDocuments}/${picture.id}`}
            alt=""
            className="max-h-24 max-w-40 rounded border border-line"
          />
        ) : (
          <span className="whitespace-pre-line">{asksName ? `${typed.name}\n${text}` : text}</span>
        )}
        {picture?.state !== "ACCEPTED" && (
          <Link className="link-out" to={identityPath(step, purchase)}>
            {t("change")} <span className="sr-only">{t(`short.${step}`, { document })}</span>
          </Link>
        )}
      </span>,
    ];
  });
  return (
    <section className="grid gap-4">
      <BackLink to={identityPath(null, purchase)}>{t("overview")}</BackLink>
      <div>
        <p className="hint">{t("stepOf", { number: all, all })}</p>
        <h2>{t("send.title")}</h2>
      </div>
      <FactList facts={facts} />
      <PostForm contract="send" noValidate>
        <Checkbox name="isTrue" label={t("send.isTrue", { company: companyName })} />
        {purchase && <input type="hidden" name="purchase" value={purchase} />}
        <Place />
        <SubmitButton pending={t("send.sending")}>{t("send.button")}</SubmitButton>
      </PostForm>
    </section>
  );
}

/** Asks the browser for the place where the person agrees; without scripts it is not asked. */
function Place() {
  const { t } = useTranslation("identity");
  const isLive = useIsLive();
  const [place, setPlace] = useState("");
  const [isMissing, setMissing] = useState(false);
  if (!isLive) return null;
  const ask = (isAgreed: boolean) => {
    setPlace("");
    setMissing(false);
    if (!isAgreed) return;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => setPlace(`${coords.latitude.toFixed(4)}, ${coords.longitude.toFixed(4)}`),
      () => setMissing(true),
      { timeout: 10_000 },
    );
  };
  return (
    <div className="grid gap-1">
      <label className="checkbox">
        <input type="checkbox" onChange={({ currentTarget }) => ask(currentTarget.checked)} />
        <span>{t("send.place")}</span>
      </label>
      {place && <input type="hidden" name="place" value={place} />}
      <p className="hint" aria-live="polite">
        {place ? t("send.placeIs", { place }) : isMissing ? t("send.noPlace") : ""}
      </p>
    </div>
  );
}

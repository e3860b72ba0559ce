import { Form, useLocation } from "@remix-run/react";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { COLOUR_SCHEMES, LANGUAGES } from "@db/vocabulary";
import { LANGUAGE_NAMES } from "@locales/languages";
import { paths } from "~/lib/paths";
import { useSite } from "~/lib/use-site";
import { Disclosure } from "./disclosure";
import { Icon } from "./icon";

/** Language and colour scheme, in a disclosure that works without JavaScript. */
export function Preferences() {
  const { t } = useTranslation();
  return (
    <Disclosure
      className="relative"
      label={`${t("language")}, ${t("scheme")}`}
      icon={
        <>
          <Icon name="languages" />
          <Icon name="sun-moon" />
        </>
      }
    >
      <PreferenceChoices className="card absolute right-0 z-30 mt-2 grid w-56 gap-2 bg-(--surface-raised) p-3 shadow-(--shadow-md)" />
    </Disclosure>
  );
}

export function PreferenceChoices(look: Pick<ComponentProps<"form">, "className" | "style">) {
  const { language, colourScheme } = useSite();
  const { t } = useTranslation();
  const location = useLocation();
  return (
    <Form method="post" action={paths.preferences} reloadDocument {...look}>
      <input type="hidden" name="returnTo" value={location.pathname + location.search} />
      <p className="label">{t("language")}</p>
      {LANGUAGES.map((one) => (
        <button
          key={one}
          name="language"
          value={one}
          lang={one}
          className="nav-item"
          aria-current={one === language ? "page" : undefined}
        >
          {LANGUAGE_NAMES[one]}
        </button>
      ))}
      <p className="label">{t("scheme")}</p>
      {COLOUR_SCHEMES.map((one) => (
        <button
          key={one}
          name="colourScheme"
          value={one}
          className="nav-item"
          aria-current={one === colourScheme ? "page" : undefined}
        >
          {t(`schemes.${one}`)}
        </button>
      ))}
    </Form>
  );
}

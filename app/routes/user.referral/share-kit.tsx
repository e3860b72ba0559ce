import type { Language } from "@db/vocabulary";
import Mail from "lucide-react/icons/mail";
import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES } from "@locales/languages";
import { CopyButton } from "~/components/data/copy-button";
import { useToast } from "~/components/layout/toasts";
import { cardPath, messengerLinks } from "~/lib/paths";
import { MessengerButtons } from "./messenger-buttons";
import type { SharedTexts } from "./share-kit.server";

const SHAPES = [
  { shape: "wide", width: 1200, height: 630 },
  { shape: "tall", width: 1080, height: 1920 },
] as const;

/** Cards and texts by which a member shares their link, in every language, each with the warning. */
export function ShareKit({ kit, link }: { kit: readonly SharedTexts[]; link: string }) {
  const { t } = useTranslation("referral");
  return (
    <section className="card grid gap-5 p-5" aria-labelledby="kit">
      <h2 id="kit">{t("kit.title")}</h2>
      <p>{t("kit.text")}</p>
      {kit.map((texts) => (
        <Texts key={texts.language} texts={texts} link={link} />
      ))}
    </section>
  );
}

/** Returns the texts in the reader's language. */
export const textsIn = (kit: readonly SharedTexts[], language: Language): SharedTexts | undefined =>
  kit.find((texts) => texts.language === language) ?? kit[0];

function Texts({ texts, link }: { texts: SharedTexts; link: string }) {
  const { t } = useTranslation("referral");
  const toast = useToast();
  const { language, mail } = texts;
  const name = LANGUAGE_NAMES[language];
  const to = messengerLinks(link, texts);
  const mailTo = `mailto:?subject=${encodeURIComponent(mail.subject)}&body=${encodeURIComponent(mail.body)}`;
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <h3 lang={language}>{name}</h3>
      <div className="flex flex-wrap items-start gap-4">
        {SHAPES.map(({ shape, width, height }) => (
          <figure key={shape} className="grid min-w-0 gap-2">
            <img
              src={cardPath(shape, language)}
              alt={t(`kit.${shape}`, { language: name })}
              width={width}
              height={height}
              loading="lazy"
              className={`h-auto max-w-full rounded-lg border border-line ${shape === "wide" ? "w-80" : "w-36"}`}
            />
            <figcaption>
              <a className="link-out" href={cardPath(shape, language)} download>
                {t("kit.save", { width, height })}
              </a>
            </figcaption>
          </figure>
        ))}
      </div>
      <div className="flex items-start gap-2">
        <p
          lang={language}
          className="min-w-0 flex-1 rounded-lg bg-sunken p-3 break-words whitespace-pre-line select-all"
        >
          {to.whole}
        </p>
        <CopyButton
          text={to.whole}
          label={t("kit.copy", { language: name })}
          onCopied={() => toast({ tone: "success", text: t("kit.copied") })}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <MessengerButtons to={to} />
        <a className="button button-quiet" href={mailTo}>
          <Mail size={18} />
          {t("kit.mail")}
        </a>
      </div>
    </div>
  );
}

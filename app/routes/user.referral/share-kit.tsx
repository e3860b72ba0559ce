import { Link, useSearchParams } from "@remix-run/react";
import Mail from "lucide-react/icons/mail";
import MessageCircle from "lucide-react/icons/message-circle";
import Send from "lucide-react/icons/send";
import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES, LANGUAGES } from "@locales/languages";
import { CopyButton } from "~/components/data/copy-button";
import { useToast } from "~/components/layout/toasts";
import { searchWith } from "~/lib/lists/list-query";
import { cardPath, messengerLinks } from "~/lib/paths";
import type { Shown } from "./route";

const SHAPES = [
  { shape: "wide", width: 1200, height: 630 },
  { shape: "tall", width: 1080, height: 1920 },
] as const;

/** The text and the cards by which a member shares their link, in one language, with the warning. */
export function ShareKit({ kit, link }: { kit: Shown<"invite">["kit"]; link: string }) {
  const { t } = useTranslation("referral");
  const toast = useToast();
  const [params] = useSearchParams();
  const { language, mail } = kit;
  const name = LANGUAGE_NAMES[language];
  const to = messengerLinks(link, kit);
  const apps = [
    { key: "whatsApp", href: to.whatsApp, Icon: MessageCircle },
    { key: "telegram", href: to.telegram, Icon: Send },
    {
      key: "mail",
      href: `mailto:?subject=${encodeURIComponent(mail.subject)}&body=${encodeURIComponent(mail.body)}`,
      Icon: Mail,
    },
  ] as const;
  return (
    <details className="more" open={kit.isChosen}>
      <summary>{t("kit.title")}</summary>
      <div className="grid gap-4">
        <nav className="tabs" aria-label={t("kit.language")}>
          {LANGUAGES.map((one) => (
            <Link
              key={one}
              className="tab"
              to={searchWith(params, { in: one })}
              lang={one}
              preventScrollReset
              aria-current={one === language ? "page" : undefined}
            >
              {LANGUAGE_NAMES[one]}
            </Link>
          ))}
        </nav>
        <div className="flex items-start gap-2">
          <p lang={language} className="min-w-0 flex-1 break-words whitespace-pre-line select-all">
            {to.whole}
          </p>
          <CopyButton
            text={to.whole}
            label={t("kit.copy", { language: name })}
            onCopied={() => toast({ tone: "success", text: t("kit.copied") })}
          />
        </div>
        <div className="flex flex-wrap gap-3">
          {apps.map(({ key, href, Icon }) => (
            <a
              key={key}
              className="button button-quiet button-small"
              href={href}
              target="_blank"
              rel="noopener noreferrer"
            >
              <Icon size={18} />
              {t(key)}
            </a>
          ))}
        </div>
        <div className="grid max-w-96 grid-cols-[5fr_2fr] items-start gap-4">
          {SHAPES.map(({ shape, width, height }) => (
            <a
              key={shape}
              className="link-out grid gap-1"
              href={cardPath(shape, language)}
              download
            >
              <img
                src={cardPath(shape, language)}
                alt={t(`kit.${shape}`, { language: name })}
                width={width}
                height={height}
                loading="lazy"
                className="h-auto w-full rounded-lg border border-line"
              />
              {t("kit.save")}
              <span className="hint whitespace-nowrap">
                {width} × {height}
              </span>
            </a>
          ))}
        </div>
        <p className="hint">{t("kit.text")}</p>
      </div>
    </details>
  );
}

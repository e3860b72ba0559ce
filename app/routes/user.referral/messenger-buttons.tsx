import MessageCircle from "lucide-react/icons/message-circle";
import Send from "lucide-react/icons/send";
import { useTranslation } from "react-i18next";
import type { messengerLinks } from "~/lib/paths";

/** Opens WhatsApp or Telegram with a text, for the member to choose whom it goes to. */
export function MessengerButtons({ to }: { to: ReturnType<typeof messengerLinks> }) {
  const { t } = useTranslation("referral");
  const messengers = [
    { name: "whatsApp", href: to.whatsApp, Icon: MessageCircle },
    { name: "telegram", href: to.telegram, Icon: Send },
  ] as const;
  return messengers.map(({ name, href, Icon }) => (
    <a
      key={name}
      className="button button-quiet"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon size={18} />
      {t(name)}
    </a>
  ));
}

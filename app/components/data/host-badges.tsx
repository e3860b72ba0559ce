import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleHelp from "lucide-react/icons/circle-help";
import { useTranslation } from "react-i18next";
import type { HostCertificate, HostDns } from "@db/vocabulary";

const LOOKS = {
  good: { className: "badge badge-success", Icon: CircleCheck },
  bad: { className: "badge badge-danger", Icon: CircleAlert },
  open: { className: "badge badge-warning", Icon: CircleHelp },
} as const;

type Look = keyof typeof LOOKS;

const OF_DNS: Record<HostDns, Look> = {
  HERE: "good",
  ELSEWHERE: "bad",
  PRIVATE: "bad",
  NOWHERE: "bad",
  UNKNOWN: "open",
};
/** A host without TLS has no certificate status. */
const OF_CERTIFICATE: Record<HostCertificate, Look | null> = {
  VALID: "good",
  INTERNAL: "open",
  WRONG: "bad",
  NONE: "bad",
  UNKNOWN: "open",
  UNUSED: null,
};

/** A host's DNS and certificate status as badges of icon and text. */
export function HostBadges({ dns, certificate }: { dns: HostDns; certificate: HostCertificate }) {
  const { t } = useTranslation("platform");
  const ofCertificate = OF_CERTIFICATE[certificate];
  return (
    <span className="inline-flex flex-wrap gap-2">
      <Badge look={OF_DNS[dns]} text={t(`health.dns.${dns}`)} />
      {ofCertificate && (
        <Badge look={ofCertificate} text={t(`health.certificate.${certificate}`)} />
      )}
    </span>
  );
}

function Badge({ look, text }: { look: Look; text: string }) {
  const { className, Icon } = LOOKS[look];
  return (
    <span className={className}>
      <Icon size={16} />
      {text}
    </span>
  );
}

import type { LucideIcon } from "lucide-react";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import Minus from "lucide-react/icons/minus";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/platform/rules/money/format";

type Tone = "success" | "warning" | "danger" | "plain";

const TONES: Readonly<Record<string, Tone>> = {
  APPROVED: "success",
  COMPLETED: "success",
  SUCCESS: "success",
  ACTIVE: "success",
  PENDING: "warning",
  OPEN: "warning",
  ON_RECORD: "warning",
  REJECT: "danger",
  REJECTED: "danger",
  FAILED: "danger",
  BLOCKED: "danger",
};

const ICONS: Record<Tone, LucideIcon> = {
  success: CircleCheck,
  warning: Clock,
  danger: CircleX,
  plain: Minus,
};

/** A status as an icon and text, never as colour alone; N/A without one (product.md §4). */
export function StatusBadge({ status }: { status: string | null | undefined }) {
  const { t } = useTranslation();
  return (
    <ToneBadge tone={TONES[status ?? ""] ?? "plain"}>
      {status ? t(`status.${status}`, { defaultValue: status }) : t("notAvailable")}
    </ToneBadge>
  );
}

/** The sum that an order lacks after a received part; nothing for one that waits for no rest. */
export function MissingBadge({ paise, told }: { paise: number | null; told?: number | null }) {
  const { t } = useTranslation();
  if (paise === null) return null;
  return (
    <ToneBadge tone="warning">
      {typeof told === "number"
        ? t("restTold", { sum: formatRupees(told) })
        : t("missing", { sum: formatRupees(paise) })}
    </ToneBadge>
  );
}

/** A state in words, with the icon of its tone. */
export function ToneBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <span className={`badge badge-${tone}`}>
      <Icon size={16} />
      {children}
    </span>
  );
}

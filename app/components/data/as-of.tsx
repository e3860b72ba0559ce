import Clock from "lucide-react/icons/clock";
import { useTranslation } from "react-i18next";
import type { Dated } from "@server/contracts/dated";
import { formatTimeOfSecond } from "@server/domain/dates/dates";

/** Shows the time of the figures beside it if they are old. */
export function AsOf({ asOf }: Dated) {
  const { t } = useTranslation("standby");
  if (!asOf?.isOld) return null;
  return (
    <p className="note note-warning">
      <Clock size={20} aria-hidden className="shrink-0" />
      {t("asOf", { time: formatTimeOfSecond(new Date(asOf.at)) })}
    </p>
  );
}

/** The age of what is shown together. */
export const olderOf = (...parts: readonly Dated[]): Dated =>
  parts.reduce((oldest, { asOf }) =>
    asOf && (!oldest.asOf || asOf.at < oldest.asOf.at) ? { asOf } : oldest,
  );

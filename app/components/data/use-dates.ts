import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  dateInIndia,
  dayInWords,
  momentInWords,
  monthInWords,
  timeInWords,
} from "@server/platform/rules/dates/dates";

/**
 * Formats ISO instants, and calendar days for `day` and `month`, as people say them, in the reader's
 * language.
 */
export function useDates() {
  const { t } = useTranslation();
  const [today] = useState(() => dateInIndia(new Date()));
  const words = { months: t("months"), today };
  const dayOf = (at: string) => (at.length > 10 ? dateInIndia(new Date(at)) : at);
  return {
    day: (at: string) => dayInWords(dayOf(at), words),
    month: (at: string) => monthInWords(dayOf(at), words),
    moment: (at: string) => momentInWords(new Date(at), words),
    time: (at: string) => timeInWords(new Date(at)),
  };
}

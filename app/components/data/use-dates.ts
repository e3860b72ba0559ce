import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dateInIndia, datesIn } from "@server/platform/rules/dates/dates";

/** Returns what formats dates as people say them, in the reader's language. */
export function useDates() {
  const { t } = useTranslation();
  const [today] = useState(() => dateInIndia(new Date()));
  return datesIn({ months: t("months"), today });
}

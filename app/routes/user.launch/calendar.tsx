import { useTranslation } from "react-i18next";
import { useTokens } from "~/lib/use-site";
import type { MyLaunch } from "@server/launch/contracts/wallets";
import { useDates } from "~/components/data/use-dates";

/** Days that are shown at once; later ones stand behind their name. */
const SHOWN = 12;

/** Lists the days on which tokens unlock, oldest first. */
export function Calendar({ mine, today }: { mine: MyLaunch; today: string }) {
  const { t } = useTranslation("launch");
  const rows = (parts: MyLaunch["parts"]) => (
    <ul className="rows card px-5 tabular">
      {parts.map((part) => (
        <DayRow key={part.day} part={part} isFree={mine.free > 0 && part.day <= today} />
      ))}
    </ul>
  );
  const later = mine.parts.slice(SHOWN);
  return (
    <section className="aside" aria-labelledby="calendar">
      <h2 id="calendar">{t("calendar")}</h2>
      {rows(mine.parts.slice(0, SHOWN))}
      {later.length > 0 && (
        <details className="more">
          <summary>{t("later")}</summary>
          {rows(later)}
        </details>
      )}
    </section>
  );
}

function DayRow({ part, isFree }: { part: MyLaunch["parts"][number]; isFree: boolean }) {
  const tokens = useTokens();
  const { t } = useTranslation("launch");
  const dates = useDates();
  return (
    <li className="row">
      <span>
        <strong className="block">{tokens(part.tokens)}</strong>
        <time className="hint" dateTime={part.day}>
          {dates.day(part.day)}
        </time>
      </span>
      <span className={`badge badge-${isFree ? "success" : "plain"}`}>
        {t(isFree ? "isFree" : "isLocked")}
      </span>
    </li>
  );
}

import { useTranslation } from "react-i18next";
import { formatPercent } from "@server/platform/rules/money/format";
import { readShare, SOLD_PART } from "@themes/distribution";

/** The supply's split as a table in the reader's language; each row has a bar as long as its share. */
export function Distribution({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation("people");
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{t("distribution.title")}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t("distribution.part")}</th>
          <th scope="col">{t("distribution.share")}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const { label, shareBps } = readShare(line) ?? { label: line, shareBps: 0 };
          return (
            <tr key={line} className="share" style={{ backgroundSize: `${shareBps / 100}% 3px` }}>
              <th scope="row" className="wrap-anywhere py-2 font-normal">
                {t(`distribution.names.${label as "Airdrop"}`, { defaultValue: label })}
                {label === SOLD_PART && (
                  <span className="hint block">{t("distribution.sold")}</span>
                )}
              </th>
              <td className="py-2 text-right font-semibold tabular">{formatPercent(shareBps)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

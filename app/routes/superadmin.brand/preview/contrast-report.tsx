import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { useTranslation } from "react-i18next";
import type { BrandPreview } from "@server/brands/contracts/brands";

/** Colours that are not used as given, and any difference between the brand's stated supply and the company's. */
export function ContrastReport({ preview, form }: { preview: BrandPreview; form: string }) {
  const { t } = useTranslation("brand");
  const { adjustments, supplyShares } = preview;
  const accent = adjustments.find(({ seed }) => seed === "accent");
  const second = adjustments.find(({ seed }) => seed === "secondary");
  return (
    <div className="grid gap-3">
      {!accent && (
        <p className="flex gap-2">
          <CircleCheck className="mt-0.5 flex-none" />
          {t("preview.passes")}
        </p>
      )}
      {second && (
        <div className="grid gap-2">
          <p className="hint">{t("preview.second", { ...second, ratio: short(second.ratio) })}</p>
          <Swatches colours={[second.given, second.used]} />
        </div>
      )}
      {supplyShares && (
        <div className="note note-warning">
          <CircleAlert />
          <div className="grid justify-items-start gap-2">
            <p>{t("preview.split", { shares: supplyShares.join(", ") })}</p>
            <button
              type="submit"
              form={form}
              name="useDistribution"
              value={supplyShares.join("\n")}
              className="button button-quiet button-small"
            >
              {t("preview.useSplit")}
            </button>
          </div>
        </div>
      )}
      {accent && (
        <div className="note note-warning">
          <CircleAlert />
          <div className="grid justify-items-start gap-2">
            <p>{t("preview.adjusted", { ...accent, ratio: short(accent.ratio) })}</p>
            <Swatches colours={[accent.given, accent.used]} />
            <button
              type="submit"
              form={form}
              name="useAccent"
              value={accent.used}
              className="button button-quiet button-small"
            >
              {t("preview.use", { colour: accent.used })}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

/** Rounded down: 2.99 does not count as 3. */
const short = (ratio: number): string => String(Math.floor(ratio * 10) / 10);

const Swatches = ({ colours }: { colours: readonly string[] }) => (
  <p className="flex gap-2" aria-hidden>
    {colours.map((colour) => (
      <span
        key={colour}
        className="size-8 rounded-[var(--radius-badge)] border border-line"
        style={{ background: colour }}
      />
    ))}
  </p>
);

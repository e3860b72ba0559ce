import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { useTranslation } from "react-i18next";
import type { BrandPreview } from "@server/brands/contracts/brands";

/**
 * Contrast failures, each with the nearest colour that passes, and any difference between the
 * brand's stated supply and the company's.
 */
export function ContrastReport({ preview, form }: { preview: BrandPreview; form: string }) {
  const { t } = useTranslation("brand");
  const { adjustments, problems, supplyShares } = preview;
  const moved = adjustments.filter(({ seed }) => seed === "accent");
  const second = adjustments.find(({ seed }) => seed === "secondary");
  return (
    <div className="grid gap-3">
      {moved.length === 0 && problems.length === 0 && (
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
      {moved.map(({ seed, given, used, ratio, required }) => (
        <div key={seed} className="note note-warning">
          <CircleAlert />
          <div className="grid justify-items-start gap-2">
            <p>{t("preview.adjusted", { given, used, ratio: short(ratio), required })}</p>
            <Swatches colours={[given, used]} />
            <button
              type="submit"
              form={form}
              name="useAccent"
              value={used}
              className="button button-quiet button-small"
            >
              {t("preview.use", { colour: used })}
            </button>
          </div>
        </div>
      ))}
      {problems.map(({ scheme, foreground, ground, ratio, required, suggestion }) => (
        <p key={scheme + foreground + ground} className="note note-danger">
          <CircleAlert />
          {t("preview.fails", {
            pair: `${foreground} / ${ground}`,
            ratio: short(ratio),
            required,
            used: suggestion,
          })}
        </p>
      ))}
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

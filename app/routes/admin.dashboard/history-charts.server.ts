import type { Language } from "@locales/languages";
import type { AdminHistory } from "@server/office/contracts/dashboard";
import { formatQuantity } from "@server/platform/rules/money/format";
import { translatorOf } from "@server/platform/words/translators.server";
import { memoize } from "@themes/memoize";
import { scaleOf } from "~/components/charts/scale.server";

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

/** "52.5" of 40 and 21; "–" of nobody. */
const percentOf = (all: number, part: number): string =>
  all === 0 ? "–" : ((part * 100) / all).toFixed(1);

/**
 * The chart of new members and its table. Drawings are memoized by figures and language, as those of the
 * supply are.
 */
export const membersChart = memoize(
  async ([history, language]: [Omit<AdminHistory, "paid">, Language]) => {
    const { drawStacks } = await import("~/components/charts/draw-stacks.server");
    const { t } = translatorOf(language);
    const wordFor = (key: string) => t(`admin-dashboard:${key}`);
    const scale = scaleOf(language, history.period);
    const { starts, joined } = history;
    const labels = starts.map((start) => scale.day(start));
    /** Counts members by the furthest step that they reached; each is counted once. */
    const groups = [
      { word: "approved", of: (one: (typeof joined)[0]) => one.approved },
      { word: "paid", of: (one: (typeof joined)[0]) => Math.max(0, one.paid - one.approved) },
      {
        word: "joined",
        of: (one: (typeof joined)[0]) => one.registered - Math.max(one.paid, one.approved),
      },
    ] as const;
    const drawing = drawStacks(
      groups.map(({ word, of }) => {
        const value = sumOf(joined.map(of));
        return { label: wordFor(`history.${word}`), value, shown: formatQuantity(value) };
      }),
      joined.map((one, at) => ({
        label: labels[at] ?? "",
        values: groups.map(({ of }) => of(one)),
        titles: groups.map(
          ({ word, of }) =>
            `${labels[at]}, ${wordFor(`history.${word}`)}: ${formatQuantity(of(one))}`,
        ),
      })),
      scale.count,
    );
    const all = {
      registered: sumOf(joined.map(({ registered }) => registered)),
      paid: sumOf(joined.map(({ paid }) => paid)),
      approved: sumOf(joined.map(({ approved }) => approved)),
    };
    const total = wordFor("collection.all");
    const spanName = wordFor(`history.from.${history.period}`);
    const memberRow = (name: string, one: (typeof joined)[0]) => [
      name,
      ...[one.registered, one.paid, one.approved].map(formatQuantity),
      percentOf(one.registered, one.approved),
    ];
    return {
      drawing,
      isEmpty: all.registered === 0,
      shares: {
        percent: percentOf(all.registered, all.approved),
        registered: formatQuantity(all.registered),
        approved: formatQuantity(all.approved),
      },
      columns: [
        spanName,
        ...["registered", "paidTable", "approvedTable", "percent"].map((word) =>
          wordFor(`history.${word}`),
        ),
      ],
      rows: [...joined.map((one, at) => memberRow(starts[at] ?? "", one)), memberRow(total, all)],
    };
  },
  (input) => JSON.stringify(input),
);

import type { LineDrawing } from "./draw-line.server";

/** A drawn line with its texts: what it says as a whole, the numbers of its scale, and its two days. */
export interface LineChart extends Omit<LineDrawing, "scale"> {
  title: string;
  words: string;
  scale: readonly string[];
  ends: readonly string[];
}

/** A sum by days as a stepped line. Its scale stands on the right, above its lines. */
export function Line({ title, words, scale, ends, ...line }: LineChart) {
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <div className="relative me-18 mt-8 flex h-[clamp(7rem,14vw,10rem)] flex-col justify-between">
        <svg
          viewBox={`0 0 ${line.width} ${line.height}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
          role="img"
          aria-label={words}
          dangerouslySetInnerHTML={{ __html: line.markup }}
        />
        {scale.map((value) => (
          <span key={value} className="line-scale" aria-hidden>
            {value}
          </span>
        ))}
      </div>
      <p className="hint me-18 flex justify-between pt-1 tabular" aria-hidden>
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </p>
    </figure>
  );
}

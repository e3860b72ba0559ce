import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Drawing } from "./figure";

interface Props {
  title: string;
  drawing: Drawing;
  className: "chart-ring" | "chart-bars" | "chart-stacks";
  /** The icon in the middle of a doughnut. */
  icon?: string;
  /** Shows a mark's text on hover in a tooltip beside the pointer, or below the chart. */
  hover: "tooltip" | "below";
  /** The legend; it describes the chart to screen readers. */
  children: ReactNode;
}

interface Pointed {
  words: string;
  /** From 0 at the left end of the plot to 1 at the right. */
  across: number;
  y: number;
}

const ICON = 64;

/** A chart drawn on the server. Without JavaScript the browser shows each mark's title. */
export function Chart({ title, drawing, className, icon, hover, children }: Props) {
  const { width, height, markup } = drawing;
  const legendId = useId();
  const svg = useRef<SVGSVGElement>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  useEffect(() => takeTitles(svg.current), [markup]);
  const onPointer = (event: PointerEvent<SVGSVGElement>) => {
    const mark = event.target instanceof Element && event.target.closest("[data-words]");
    const box = svg.current?.parentElement?.getBoundingClientRect();
    const words = mark && mark.getAttribute("data-words");
    setPointed(
      words && box
        ? { words, across: (event.clientX - box.left) / box.width, y: event.clientY - box.top }
        : null,
    );
  };
  return (
    <figure className="chart">
      <div className="relative">
        <svg
          ref={svg}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={title}
          aria-describedby={legendId}
          className={className}
          onPointerOver={onPointer}
          onPointerMove={onPointer}
          // Only a mouse that leaves hides the text; a lifted finger does not.
          onPointerLeave={({ pointerType }) => pointerType === "mouse" && setPointed(null)}
        >
          <g dangerouslySetInnerHTML={{ __html: markup }} />
          {icon !== undefined && (
            <image
              href={icon}
              x={(width - ICON) / 2}
              y={(height - ICON) / 2}
              width={ICON}
              height={ICON}
            />
          )}
        </svg>
        {hover === "tooltip" && pointed && (
          <p
            className="chart-tooltip pointer-events-none absolute w-max max-w-[min(16rem,100%)] rounded-(--radius-control) border border-line bg-raised px-2.5 py-1.5 text-center text-sm shadow-(--shadow-lg) tabular wrap-anywhere"
            style={{
              left: `${pointed.across * 100}%`,
              top: pointed.y,
              // The tooltip begins at the pointer on the left end and ends there on the right.
              transform: `translate(${pointed.across * -100}%, calc(-100% - 0.75rem))`,
            }}
            aria-hidden
          >
            {pointed.words}
          </p>
        )}
      </div>
      {hover === "below" && (
        <p
          className="chart-below mb-2 min-h-[1.55em] text-center font-semibold tabular"
          aria-hidden
        >
          {pointed?.words}
        </p>
      )}
      <figcaption id={legendId}>{children}</figcaption>
    </figure>
  );
}

/** Copies the titles' text and removes the titles, whose native tooltip would cover ours. */
function takeTitles(svg: SVGSVGElement | null): void {
  for (const title of svg?.querySelectorAll("title") ?? []) {
    title.parentElement?.setAttribute("data-words", title.textContent);
    title.remove();
  }
}

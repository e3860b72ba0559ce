import { Pie, type PieCustomLayerProps } from "@nivo/pie";
import { type Drawing, type Figure, inWords } from "./figure";
import { svgContent } from "./markup.server";

const SIZE = 208;
const MARGIN = 4;
/** The radius of a doughnut's hole as a fraction of the doughnut's radius. */
const HOLE = 0.62;

interface Slice {
  id: number;
  value: number;
  title: string;
}

/** Draws a pie, or a doughnut: a slice for each figure above zero, clockwise from the top. */
export function drawPie(
  figures: readonly Figure[],
  { isDoughnut = false }: { isDoughnut?: boolean } = {},
): Drawing {
  const slices = figures.map((figure, index) => ({
    id: index + 1,
    value: figure.drawn ?? figure.value,
    title: inWords(figure),
  }));
  const markup = svgContent(
    <Pie
      data={slices.filter(({ value }) => value > 0)}
      width={SIZE}
      height={SIZE}
      margin={{ top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN }}
      innerRadius={isDoughnut ? HOLE : 0}
      layers={[Slices]}
      animate={false}
      isInteractive={false}
    />,
  );
  return { figures, width: SIZE, height: SIZE, markup };
}

/** nivo's arcs, with a title and with classes that colour them in both schemes. */
function Slices(props: PieCustomLayerProps<Slice>) {
  const { dataWithArc, arcGenerator, centerX, centerY, radius, innerRadius } = props;
  return (
    <g transform={`translate(${centerX},${centerY})`}>
      {dataWithArc.length === 0 && (
        <circle
          r={(radius + innerRadius) / 2}
          strokeWidth={radius - innerRadius}
          className="chart-empty"
          fill="none"
        />
      )}
      {dataWithArc.map(({ data, arc }) => (
        <path key={data.id} d={arcGenerator(arc) ?? ""} className={`chart-mark chart-${data.id}`}>
          <title>{data.title}</title>
        </path>
      ))}
    </g>
  );
}

import { Link, useSearchParams } from "@remix-run/react";
import RotateCw from "lucide-react/icons/rotate-cw";
import ZoomIn from "lucide-react/icons/zoom-in";
import ZoomOut from "lucide-react/icons/zoom-out";
import { type MouseEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { searchWith } from "~/lib/lists/list-query";

const TURNS = [0, 90, 180, 270] as const;
const ZOOM_LEVELS = [1, 1.5, 2, 3, 4] as const;

/** The picture that is shown, its rotation in degrees, and its zoom factor. */
interface Look {
  view: string;
  turn: number;
  zoom: number;
}

/** The number in the address if it is one of these, else the first. */
const oneOf = (all: readonly number[], asked: string | null): number =>
  all.find((one) => String(one) === asked) ?? all[0] ?? 0;

/**
 * How a picture is shown, and the links that enlarge and turn it. The address has both, so that they
 * work without scripts.
 */
export function usePicture(view: string) {
  const { t } = useTranslation("review");
  const [params] = useSearchParams();
  const [look, setLook] = useState(() => ({
    view,
    turn: oneOf(TURNS, params.get("turn")),
    zoom: oneOf(ZOOM_LEVELS, params.get("zoom")),
  }));
  const linkTo = (next: Look, hotkey: string) => ({
    to: searchWith(params, {
      view: next.view,
      turn: next.turn === 0 ? null : next.turn,
      zoom: next.zoom === 1 ? null : next.zoom,
    }),
    "data-hotkey": hotkey,
    preventScrollReset: true,
    replace: true,
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      setLook(next);
    },
  });
  const at = ZOOM_LEVELS.findIndex((one) => one === look.zoom);
  const all = [
    ["zoomOut", { zoom: ZOOM_LEVELS[at - 1] ?? look.zoom }, ZoomOut, "-"],
    ["zoomIn", { zoom: ZOOM_LEVELS[at + 1] ?? look.zoom }, ZoomIn, "+"],
    ["turn", { turn: (look.turn + 90) % 360 }, RotateCw, "t"],
  ] as const;
  const tools = (
    <span className="flex flex-wrap gap-2">
      {all.map(([name, next, Icon, hotkey]) => (
        <Link
          key={name}
          className="pager-link"
          aria-label={t(name)}
          title={t(name)}
          {...linkTo({ ...look, ...next }, hotkey)}
        >
          <Icon />
        </Link>
      ))}
    </span>
  );
  const size = `${look.zoom * 100}%`;
  const style = { width: size, height: size, rotate: `${look.turn}deg` };
  return { look, linkTo, tools, style };
}

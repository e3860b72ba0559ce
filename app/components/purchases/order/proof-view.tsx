import { Link, useSearchParams } from "@remix-run/react";
import RotateCw from "lucide-react/icons/rotate-cw";
import ZoomIn from "lucide-react/icons/zoom-in";
import ZoomOut from "lucide-react/icons/zoom-out";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { OrderForAdmin } from "@server/orders/contracts/order-details";
import { searchWith } from "~/lib/lists/list-query";

/** Rotations (degrees) and zoom factors; the URL has them, so that they work without scripts. */
const ROTATIONS = [0, 90, 180, 270] as const;
const ZOOM_LEVELS = [1, 1.5, 2, 3, 4] as const;

/** Square, so that a turned picture has the same room. */
const FRAME =
  "aspect-square max-h-[75dvh] overflow-auto max-md:aspect-auto max-md:h-48 rounded-(--radius-card) border border-line bg-sunken";

/** A text in place of a picture. */
const INSTEAD =
  "rounded-(--radius-card) border border-dashed border-(--border-strong) px-4 py-8 text-center text-muted wrap-anywhere";

/** The number in the URL if it is one of these, else the first. */
const oneOf = (all: readonly number[], asked: string | null): number =>
  all.find((one) => String(one) === asked) ?? all[0] ?? 0;

/** The file that came with the payment; a picture, or those of a PDF's pages, can be enlarged and turned. */
export function ProofView({
  order,
  pathOf,
}: {
  order: OrderForAdmin;
  /** The page of an order. */
  pathOf: (orderId: string) => string;
}) {
  const { t } = useTranslation(["review", "purchases"]);
  const [params] = useSearchParams();
  const [turn, setTurn] = useState(() => oneOf(ROTATIONS, params.get("turn")));
  const [zoom, setZoom] = useState(() => oneOf(ZOOM_LEVELS, params.get("zoom")));
  const { proof } = order;
  const isPdf = proof?.contentType === "application/pdf";
  const [isLost, setLost] = useState(false);
  const pages = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // It may have failed before the page was live.
    if (pages.current?.complete && pages.current.naturalWidth === 0) setLost(true);
  }, []);
  if (order.source) {
    // The payment came with another order, which has the proof and the number.
    return (
      <p className="my-3">
        {t("purchases:paidFrom")}{" "}
        <Link className="link-out mono" to={pathOf(order.source.id)}>
          {order.source.orderNumber}
        </Link>
      </p>
    );
  }
  if (!proof) {
    const isByHand = order.paymentMethod === "MANUAL";
    return <p className="hint">{t(isByHand ? "purchases:noProof" : "purchases:proofDeleted")}</p>;
  }
  const at = ZOOM_LEVELS.findIndex((one) => one === zoom);
  const [smaller, larger] = [ZOOM_LEVELS[at - 1] ?? zoom, ZOOM_LEVELS[at + 1] ?? zoom];
  const turned =
    ROTATIONS[(ROTATIONS.findIndex((one) => one === turn) + 1) % ROTATIONS.length] ?? 0;
  const tool = (
    name: "zoomIn" | "zoomOut" | "turn",
    next: { turn: number; zoom: number },
    icon: ReactNode,
    hotkey: string,
  ) => (
    // The link rotates and zooms the picture where no scripts run.
    <Link
      className="pager-link"
      to={searchWith(params, {
        view: order.id,
        turn: next.turn === 0 ? null : next.turn,
        zoom: next.zoom === 1 ? null : next.zoom,
      })}
      aria-label={t(name)}
      title={t(name)}
      data-hotkey={hotkey}
      preventScrollReset
      replace
      onClick={(event: MouseEvent) => {
        event.preventDefault();
        setTurn(next.turn);
        setZoom(next.zoom);
      }}
    >
      {icon}
    </Link>
  );
  return (
    <figure className="grid min-w-0 gap-2">
      <figcaption className="flex flex-wrap items-center justify-between gap-2">
        <a href={proof.url} className="link-out" data-hotkey="o">
          {t(isPdf ? "openPdf" : "purchases:viewReceipt")}
        </a>
        {(proof.isImage || (isPdf && !isLost)) && (
          <span className="flex flex-wrap gap-2">
            {tool("zoomOut", { turn, zoom: smaller }, <ZoomOut />, "-")}
            {tool("zoomIn", { turn, zoom: larger }, <ZoomIn />, "+")}
            {tool("turn", { turn: turned, zoom }, <RotateCw />, "t")}
          </span>
        )}
      </figcaption>
      {isPdf && !isLost ? (
        <>
          <div className={FRAME} role="region" tabIndex={0} aria-label={t("proof")}>
            <img
              ref={pages}
              src={`${proof.url}/pages?turn=${turn}`}
              alt={t("pages", { name: proof.fileName })}
              className="min-h-24 max-w-none"
              style={{ width: `${zoom * 100}%` }}
              data-zoom={zoom}
              onError={() => setLost(true)}
            />
          </div>
          <p className="hint">{t("firstPages")}</p>
        </>
      ) : isPdf ? (
        <p className={INSTEAD} role="status">
          {t("notDrawn", { name: proof.fileName })}
        </p>
      ) : proof.isImage ? (
        <div className={FRAME} role="region" tabIndex={0} aria-label={t("proof")}>
          <img
            src={proof.url}
            alt={t("purchases:viewReceipt")}
            className="max-w-none object-contain"
            style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%`, rotate: `${turn}deg` }}
          />
        </div>
      ) : (
        <p className={INSTEAD}>{t("noPicture", { name: proof.fileName })}</p>
      )}
    </figure>
  );
}

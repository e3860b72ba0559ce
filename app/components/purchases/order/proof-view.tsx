import { Link } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { OrderForAdmin } from "@server/orders/contracts/order-details";
import { usePicture } from "~/components/data/picture-tools";

/** Square, so that a turned picture has the same room. */
const FRAME =
  "aspect-square max-h-[75dvh] overflow-auto max-md:aspect-auto max-md:h-48 rounded-(--radius-card) border border-line bg-sunken";

/** A text in place of a picture. */
const INSTEAD =
  "rounded-(--radius-card) border border-dashed border-(--border-strong) px-4 py-8 text-center text-muted wrap-anywhere";

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
  const { look, tools, style } = usePicture(order.id);
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
  return (
    <figure className="grid min-w-0 gap-2">
      <figcaption className="flex flex-wrap items-center justify-between gap-2">
        <a href={proof.url} className="link-out" data-hotkey="o">
          {t(isPdf ? "openPdf" : "purchases:viewReceipt")}
        </a>
        {(proof.isImage || (isPdf && !isLost)) && tools}
      </figcaption>
      {isPdf && !isLost ? (
        <>
          <div className={FRAME} role="region" tabIndex={0} aria-label={t("proof")}>
            <img
              ref={pages}
              src={`${proof.url}/pages?turn=${look.turn}`}
              alt={t("pages", { name: proof.fileName })}
              className="min-h-24 max-w-none"
              style={{ width: style.width }}
              data-zoom={look.zoom}
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
            style={style}
          />
        </div>
      ) : (
        <p className={INSTEAD}>{t("noPicture", { name: proof.fileName })}</p>
      )}
    </figure>
  );
}

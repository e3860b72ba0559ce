import { loadSharp } from "@server/files";
import {
  drawShareCard,
  SHARE_CARDS,
  type ShareCardShape,
  type ShareCardTexts,
} from "@themes/assets/share-card";
import { brandAssetVersion } from "@themes/assets";
import type { Brand } from "@themes/contract";
import { memoize } from "@themes/memoize";

/** Cards that are kept: a member opens the same few. */
const MOST_CARDS = 50;

interface ShareCard {
  brand: Brand;
  /** The brand's uploaded icon as a data URI; null where the mark is drawn. */
  icon: string | null;
  shape: ShareCardShape;
  texts: ShareCardTexts;
}

/** Draws a card for sharing as a PNG. */
export const shareCard = memoize(
  async ({ brand, icon, shape, texts }: ShareCard): Promise<Uint8Array<ArrayBuffer>> => {
    const sharp = await loadSharp();
    const { width, height } = SHARE_CARDS[shape];
    const svg = await drawShareCard(brand, icon, shape, texts);
    const png = await sharp(Buffer.from(svg)).resize(width, height).png().toBuffer();
    return new Uint8Array(png);
  },
  ({ brand, icon, shape, texts }) =>
    JSON.stringify([brandAssetVersion(brand), !icon, shape, texts]),
  MOST_CARDS,
);

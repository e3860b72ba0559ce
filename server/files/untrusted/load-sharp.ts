import type Sharp from "sharp";

/**
 * Loads sharp with the first picture: most processes start without one. Beside requests, one thread
 * is enough for the small pictures that are drawn here.
 */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  return sharp;
}

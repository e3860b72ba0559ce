/** `@types/wawoff2` describes the whole package only; the encoder in it takes long to load. */
declare module "wawoff2/decompress.js" {
  export default function decompress(bytes: Uint8Array): Promise<Uint8Array>;
}

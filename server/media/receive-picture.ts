import { createHash } from "node:crypto";
import { type SignedInActor, type Deps, limitStoredBytes } from "@server/access";
import type { ReceivedFile } from "@server/files";
import { isImageType } from "@server/files/rules/accepted-types";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { admitFile, redraw, type StoreOptions } from "./store-file";

/** Pixels of a picture's longer side: the small print of a card can be read. */
const LONGEST = 2400;

/** A picture that was admitted and redrawn, for a procedure that keeps it itself. */
export interface ReceivedPicture {
  bytes: Uint8Array;
  contentType: "image/webp";
  /** Of the bytes as sent, hex. */
  sha256: string;
  /** Takes the count of stored bytes back, for a picture that is not kept. */
  giveBack: () => Promise<void>;
}

/**
 * Admits an upload as `storeFile` does, and redraws it as one picture; of a PDF the first pages are
 * drawn. Nothing of the sent file is kept. Refuses as `storeFile`, with FILE_HEIC, and with
 * FILE_NOT_A_DOCUMENT for any other type.
 */
export async function receivePicture(
  deps: Deps,
  actor: SignedInActor,
  file: ReceivedFile,
  options: Pick<StoreOptions, "source" | "signal"> = {},
): Promise<ReceivedPicture> {
  const type = await admitFile(deps, actor, file, options);
  if (!isImageType(type) && type !== "application/pdf") throw refuse("FILE_NOT_A_DOCUMENT");
  const job = { bytes: file.bytes, type, as: "image/webp", box: SIZE } as const;
  const bytes = await redraw(deps, actor, job, options.signal);
  return {
    bytes,
    contentType: "image/webp",
    sha256: createHash("sha256").update(file.bytes).digest("hex"),
    giveBack: await limitStoredBytes(deps, actor, bytes.length),
  };
}

const SIZE = { width: LONGEST, height: LONGEST };

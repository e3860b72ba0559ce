import { z } from "zod";
import { code } from "@server/platform/contracts/fields";

/** `media.open`: missing files and files of others get the same answer. */
export const MediaRef = z.object({
  id: z
    .string({ error: code("MEDIA_NOT_FOUND") })
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, code("MEDIA_NOT_FOUND")),
});

/** The pages of a PDF as one picture, each turned clockwise. */
export const PagesRef = MediaRef.extend({
  turn: z.enum(["0", "90", "180", "270"]).default("0").transform(Number),
});

/** An uploaded file as returned to its owner. */
export type MediaView = {
  id: string;
  /** URL for reading with the session cookie; the REST transport signs it. */
  url: string;
};

/** URL for reading a file with the session cookie. */
export const mediaUrl = (id: string): string => `/media/${id}`;

/** `media.add`: one uploaded file; the transport has capped its size. */
export const AddMedia = z.object({
  files: z.array(z.object({ fileName: z.string(), bytes: z.instanceof(Uint8Array) }), {
    error: code("FILE_REQUIRED"),
  }),
});

/** `media.open`: a file for an authorized reader. */
export type OpenedMedia = MediaView & {
  contentType: string;
  fileName: string;
  sizeBytes: number;
  isImage: boolean;
};

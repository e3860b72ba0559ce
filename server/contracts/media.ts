import { z } from "zod";
import { code } from "./code";

/** `media.open`: one that is not there and one that is not yours are the same answer. */
export const MediaRef = z.object({
  id: z
    .string({ error: code("MEDIA_NOT_FOUND") })
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, code("MEDIA_NOT_FOUND")),
});
export type MediaRef = z.output<typeof MediaRef>;

/** An uploaded file, as its owner gets it back. */
export type MediaView = {
  id: string;
  /** Where it is read with the cookie; the REST door signs it. */
  url: string;
};

/** Where a file is read with the cookie. */
export const mediaUrl = (id: string): string => `/media/${id}`;

/** `media.add`: one file as it arrived; the door that received it has capped its size. */
export const AddMedia = z.object({
  files: z.array(z.object({ fileName: z.string(), bytes: z.instanceof(Uint8Array) }), {
    error: code("FILE_REQUIRED"),
  }),
});
export type AddMedia = z.output<typeof AddMedia>;

/** `media.open`: what a file is, for whoever may open it. */
export type OpenedMedia = MediaView & {
  contentType: string;
  fileName: string;
  sizeBytes: number;
  isImage: boolean;
};

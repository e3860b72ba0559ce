import { z } from "zod";
import { address, described, id } from "@server/platform/contracts/described";
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
export const UploadAnswer = z.object({
  id: id("What other calls name the file by."),
  url: address("The file."),
});
/** The URL is for reading with the session cookie; REST signs it. */
export type MediaView = z.output<typeof UploadAnswer>;

/** URL for reading a file with the session cookie. */
export const mediaUrl = (id: string): string => `/media/${id}`;

/** `media.add`: one uploaded file; the transport has capped its size. */
export const AddMedia = z.object({
  files: z.array(z.object({ fileName: z.string(), bytes: z.instanceof(Uint8Array) }), {
    error: code("FILE_REQUIRED"),
  }),
});

/** The part of an upload that is its file. */
export const UploadedPart = described(
  z.string().meta({ format: "binary" }),
  "One file: a picture, a PDF or a Word document, at most 10 MB.",
  "slip.png",
  "FILE_REQUIRED",
  "FILE_EMPTY",
  "FILE_ONE_ONLY",
  "FILE_UNREADABLE",
  "FILE_NEEDS_PASSWORD",
  "FILE_TYPE_UNSUPPORTED",
  "FILE_TOO_LARGE",
  "IMAGE_TOO_LARGE",
  "UPLOAD_INCOMPLETE",
);

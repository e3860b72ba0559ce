import type { AcceptedMediaType } from "@server/domain/media/rules";

/** Readers look for a PDF's last line this near its end. */
const PDF_TAIL = 1024;
/** The end record of a ZIP and the longest comment after it. */
const ZIP_TAIL = 22 + 0xffff;
const ZIP_END = Buffer.from("PK\x05\x06", "latin1");
const MARKUP = /<(?:!doctype|html|head|body|script|svg|iframe|\?php)\b/i;

/**
 * Why a document, which is kept as it came, is not taken though its first bytes are of its type:
 * it is cut off (FILE_UNREADABLE), or it is a second kind of file as well or carries macros
 * (FILE_TYPE_UNSUPPORTED). Null when nothing speaks against it.
 */
export function documentFault(
  type: AcceptedMediaType,
  bytes: Buffer,
): "FILE_UNREADABLE" | "FILE_TYPE_UNSUPPORTED" | null {
  switch (type) {
    case "application/pdf":
      return pdfFault(bytes);
    case "application/msword":
      // Its container holds spreadsheets and Windows installers as well: names say what is inside.
      if (!bytes.includes(wide("WordDocument"))) return "FILE_TYPE_UNSUPPORTED";
      return bytes.includes(wide("_VBA_PROJECT")) ? "FILE_TYPE_UNSUPPORTED" : null;
    case "application/vnd.openxmlformats-officedocument.wordprocessingml.document":
      if (!endsAsZip(bytes) || !bytes.includes("word/document.xml")) return "FILE_UNREADABLE";
      return bytes.includes("vbaProject.bin") ? "FILE_TYPE_UNSUPPORTED" : null;
    default:
      return null;
  }
}

function pdfFault(bytes: Buffer) {
  if (MARKUP.test(bytes.toString("latin1", 0, PDF_TAIL)) || endsAsZip(bytes)) {
    return "FILE_TYPE_UNSUPPORTED";
  }
  return bytes.subarray(-PDF_TAIL).includes("%%EOF") ? null : "FILE_UNREADABLE";
}

/** Whether a ZIP reader would find its way from the end: a record whose comment ends the file. */
function endsAsZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(-ZIP_TAIL);
  for (let at = tail.lastIndexOf(ZIP_END); at >= 0; at = tail.lastIndexOf(ZIP_END, at - 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
    if (at === 0) break;
  }
  return false;
}

/** Names inside the old container are in UTF-16. */
const wide = (name: string) => Buffer.from(name, "utf16le");

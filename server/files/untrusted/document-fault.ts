import type { AcceptedMediaType } from "@server/files/rules/accepted-types";

/** PDF readers search for the last line within this distance of the end. */
const PDF_TAIL = 1024;
/** Size of a ZIP's end record with the longest comment. */
const ZIP_TAIL = 22 + 0xffff;
const ZIP_END = Buffer.from("PK\x05\x06", "latin1");
const MARKUP = /<(?:!doctype|html|head|body|script|svg|iframe|\?php)\b/i;

/**
 * Returns the reason to refuse a document, which is stored unchanged, despite a matching signature:
 * it is truncated (FILE_UNREADABLE), or it is also a file of another type or has macros
 * (FILE_TYPE_UNSUPPORTED). Null for an acceptable document.
 */
export function documentFault(
  type: AcceptedMediaType,
  bytes: Buffer,
): "FILE_UNREADABLE" | "FILE_TYPE_UNSUPPORTED" | null {
  switch (type) {
    case "application/pdf":
      return pdfFault(bytes);
    case "application/msword":
      // Spreadsheets and Windows installers use the same container: the names inside tell.
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

/** True if the file ends as a ZIP: an end record whose comment reaches the end of the file. */
function endsAsZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(-ZIP_TAIL);
  for (let at = tail.lastIndexOf(ZIP_END); at >= 0; at = tail.lastIndexOf(ZIP_END, at - 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
    if (at === 0) break;
  }
  return false;
}

/** Names inside the OLE container are in UTF-16. */
const wide = (name: string) => Buffer.from(name, "utf16le");

/** More names than any body of the product has; the largest decides about a hundred orders at once. */
export const MOST_NAMES = 1000;

/** Counts the names in the next bytes of a body, and returns how many there were in all. */
type NameCounter = (bytes: Uint8Array) => number;

const [AMPERSAND = 0, QUOTE = 0, BACKSLASH = 0, COLON = 0] = Buffer.from('&"\\:');

/**
 * Counts the names of a body while it comes, by its content type: fields of a form, parts of a multipart
 * body, names at all levels of JSON, which is what a body without a known type may be. A body with very
 * many names is small, but takes seconds once it is copied into objects.
 */
export function nameCounter(contentType: string): NameCounter {
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) return countFields();
  const [, quoted, plain] =
    /^multipart\/.*;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  return boundary === undefined ? countInJson() : countParts(Buffer.from(`--${boundary}`));
}

function countFields(): NameCounter {
  let count = 1;
  return (bytes) => {
    for (const byte of bytes) if (byte === AMPERSAND) count += 1;
    return count;
  };
}

function countParts(line: Buffer): NameCounter {
  let count = 0;
  let tail = Buffer.alloc(0);
  return (bytes) => {
    // A line may begin in one piece and end in the next.
    const piece = Buffer.concat([tail, bytes]);
    let at = piece.indexOf(line);
    let end = 0;
    while (at >= 0) {
      count += 1;
      end = at + line.length;
      at = piece.indexOf(line, end);
    }
    tail = piece.subarray(Math.max(end, piece.length - line.length + 1));
    return count;
  };
}

function countInJson(): NameCounter {
  let count = 0;
  let isText = false;
  let isEscaped = false;
  return (bytes) => {
    for (const byte of bytes) {
      if (isEscaped) isEscaped = false;
      else if (byte === QUOTE) isText = !isText;
      else if (byte === BACKSLASH) isEscaped = isText;
      else if (byte === COLON && !isText) count += 1;
    }
    return count;
  };
}

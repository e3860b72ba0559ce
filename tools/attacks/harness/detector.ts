import { parse as parseScript, type Node as ScriptNode } from "acorn";
import { type DefaultTreeAdapterMap, parse } from "parse5";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

/** The word in every canary; its digits name the field in which it was typed. */
export const MARK = /zqx\d{3}/i;

/** Attributes that a browser loads, follows or sends to. */
const ADDRESSES = new Set([
  "href",
  "src",
  "srcset",
  "action",
  "formaction",
  "data",
  "poster",
  "ping",
  "background",
  "manifest",
  "cite",
  "xlink:href",
  "longdesc",
  "codebase",
  "archive",
  "classid",
  "imagesrcset",
]);
/** Attributes that never hold typed text. */
const OURS = new Set([
  "style",
  "class",
  "srcdoc",
  "nonce",
  "integrity",
  "http-equiv",
  "is",
  "slot",
]);

/**
 * Returns the places of a page where a canary became more than text: an element, an attribute,
 * script, style, a comment or an address of another site. The page is parsed as browsers do, with
 * and without scripts.
 */
export function faultsInHtml(html: string, base: string): string[] {
  const faults = new Set<string>();
  for (const scriptingEnabled of [true, false]) {
    const walk = (node: Node) => {
      if ("tagName" in node) inspect(node, base, faults);
      else if (node.nodeName === "#comment" && "data" in node && MARK.test(node.data)) {
        faults.add(`a comment: ${around(node.data)}`);
      } else if (node.nodeName === "#documentType" && MARK.test(JSON.stringify(node, ["name"]))) {
        faults.add("the document type");
      }
      if ("content" in node) walk(node.content);
      if ("childNodes" in node) for (const child of node.childNodes) walk(child);
    };
    walk(parse(html, { scriptingEnabled }));
  }
  return [...faults];
}

function inspect(element: Element, base: string, faults: Set<string>): void {
  const { tagName, attrs } = element;
  if (MARK.test(tagName)) faults.add(`an element: ${tagName}`);
  for (const { name, value } of attrs) {
    if (MARK.test(name)) faults.add(`an attribute: ${name} of ${tagName}`);
    if (!MARK.test(value)) continue;
    const isHandler = name.startsWith("on");
    if (isHandler || OURS.has(name)) faults.add(`${name} of ${tagName}: ${around(value)}`);
    else if (name === "content" && attrs.some((one) => one.name === "http-equiv")) {
      faults.add(`a refresh: ${around(value)}`);
    } else if (ADDRESSES.has(name)) {
      for (const fault of faultsInAddress(value, { base, isLink: tagName === "a" })) {
        faults.add(`${name} of ${tagName}: ${fault}`);
      }
    }
  }
  if (tagName !== "script" && tagName !== "style" && tagName !== "iframe") return;
  const text = element.childNodes.map((node) => ("value" in node ? node.value : "")).join("");
  if (!MARK.test(text)) return;
  if (tagName !== "script") faults.add(`inside ${tagName}: ${around(text)}`);
  else if (/json/i.test(attrs.find(({ name }) => name === "type")?.value ?? "")) {
    try {
      JSON.parse(text);
    } catch {
      faults.add(`JSON in a script: ${around(text)}`);
    }
  } else for (const fault of faultsInScript(text)) faults.add(fault);
}

/** Finds canaries in a script outside of its strings. */
function faultsInScript(text: string): string[] {
  let tree: ScriptNode;
  try {
    tree = parseScript(text, { ecmaVersion: "latest", sourceType: "module" });
  } catch (error) {
    return [`a script that does not parse: ${String(error)}`];
  }
  const faults: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) return value.forEach(walk);
    const node = value as Record<string, unknown>;
    const isText = node["type"] === "Literal" && typeof node["value"] === "string";
    if (isText || node["type"] === "TemplateElement") return;
    for (const [name, part] of Object.entries(node)) {
      if (typeof part === "string" && name !== "type" && MARK.test(part)) {
        faults.push(`${String(node["type"])} of a script: ${around(part)}`);
      } else walk(part);
    }
  };
  walk(tree);
  return faults;
}

/**
 * Finds a canary in an address. A link may lead to another site by https, since companies link to
 * their channels.
 */
function faultsInAddress(value: string, { base, isLink }: { base: string; isLink: boolean }) {
  if (!URL.canParse(value, base)) return [];
  const url = new URL(value, base);
  if (url.protocol === "data:") {
    const isPicture = /^data:image\/(svg\+xml|png|webp)[;,]/.test(value);
    if (!isPicture) return [around(value)];
    const [, encoding, data = ""] = /^data:[^,]*?(;base64)?,(.*)$/s.exec(value) ?? [];
    const text = encoding ? Buffer.from(data, "base64").toString() : decodeURIComponent(data);
    return faultsInSvg(text);
  }
  if (["mailto:", "tel:", "upi:"].includes(url.protocol)) return [];
  if (url.protocol !== "http:" && url.protocol !== "https:") return [around(value)];
  const isOwn = url.host === new URL(base).host;
  return isOwn || (isLink && url.protocol === "https:" && !MARK.test(url.username))
    ? []
    : [around(value)];
}

/** Finds elements in a drawn picture that its texts made. */
export function faultsInSvg(svg: string): string[] {
  const faults = faultsInHtml(svg, "http://picture.invalid/");
  if (/<(script|foreignObject|iframe|!ENTITY|!DOCTYPE)/i.test(svg)) faults.push("active content");
  return faults;
}

const SEPARATORS = [",", ";", "\t"];
const FORMULA = /^[\s\u00a0\ufeff"']*?([=+\-@\uff1d\uff0b\uff0d\uff20])/;

/**
 * Returns the cells that a spreadsheet would evaluate. Spreadsheets of other countries separate
 * cells by semicolons, and some by tabs: a cell must not become another one there.
 */
export function faultsInCsv(csv: string): string[] {
  const faults: string[] = [];
  for (const separator of SEPARATORS) {
    for (const cell of cellsOf(csv, separator)) {
      if (!MARK.test(cell)) continue;
      const isText = cell.startsWith("'");
      if (!isText && FORMULA.test(cell))
        faults.push(`by ${JSON.stringify(separator)}: ${around(cell)}`);
    }
  }
  return faults;
}

/** Splits a CSV file into cells by one separator; quotes count at the beginning of a cell only. */
export function cellsOf(csv: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let isFresh = true;
  for (let at = 0; at < csv.length; at += 1) {
    const sign = csv[at] ?? "";
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (csv[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && isFresh) {
      isQuoted = true;
      isFresh = false;
    } else if (sign === separator || sign === "\n" || sign === "\r") {
      cells.push(cell);
      cell = "";
      isFresh = true;
    } else {
      cell += sign;
      isFresh = false;
    }
  }
  return [...cells, cell];
}

/** Finds scripts, actions and links in a PDF that a canary made. */
export function faultsInPdf(bytes: Buffer): string[] {
  const text = bytes.toString("latin1");
  const active = /\/(JavaScript|JS|OpenAction|AA|Launch|EmbeddedFile|SubmitForm|RichMedia)\b/.exec(
    text,
  );
  const link = /\/URI\s*\([^)]*zqx\d{3}[^)]*\)/i.exec(text);
  return [...(active ? [active[0]] : []), ...(link ? [link[0]] : [])];
}

/** Finds typed text in a style sheet, which must have none. */
export const faultsInCss = (css: string): string[] => (MARK.test(css) ? [around(css)] : []);

/** Returns names of headers that a canary made, and values with line breaks. */
export function faultsInHeaders(rawHeaders: readonly string[]): string[] {
  const faults: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (MARK.test(name)) faults.push(`a header: ${name}`);
    if (/[\r\n]/.test(value)) faults.push(`a broken header: ${name}`);
  }
  return faults;
}

function around(text: string): string {
  const at = MARK.exec(text)?.index ?? 0;
  return JSON.stringify(text.slice(Math.max(0, at - 40), at + 40));
}

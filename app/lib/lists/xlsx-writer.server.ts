import { strToU8, Zip, ZipDeflate } from "fflate";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="r${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
const relations = (inner: string) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${inner}</Relationships>`;
const part = (name: string, type: string) =>
  `<Override PartName="${name}" ContentType="${TYPES}.${type}+xml"/>`;

/** The parts of a workbook with one sheet, beside the sheet. Styles: text, an amount, a day. */
const PARTS = {
  "[Content_Types].xml": `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part("/xl/workbook.xml", "sheet.main")}${part("/xl/styles.xml", "styles")}${part("/xl/worksheets/sheet1.xml", "worksheet")}</Types>`,
  "_rels/.rels": relations(relation(1, "officeDocument", "xl/workbook.xml")),
  "xl/workbook.xml": `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": relations(
    relation(1, "worksheet", "worksheets/sheet1.xml") + relation(2, "styles", "styles.xml"),
  ),
  "xl/styles.xml": `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** Matches the characters that XML does not allow. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const DAY_MS = 86_400_000;
/** The day before the first one of spreadsheets, with the leap day that 1900 did not have. */
const EPOCH = Date.UTC(1899, 11, 30);

/** Amounts with decimals and days become numbers; all other text stays text, so none is a formula. */
function cellXml(cell: string | number | null): string {
  if (cell === null || cell === "") return "<c/>";
  if (typeof cell === "number") return `<c><v>${cell}</v></c>`;
  if (/^-?\d+\.\d\d$/.test(cell)) return `<c s="1"><v>${cell}</v></c>`;
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) {
    return `<c s="2"><v>${(Date.parse(cell) - EPOCH) / DAY_MS}</v></c>`;
  }
  const text = cell.replace(NOT_XML, "").replace(/[&<>]/g, (one) => ENTITIES[one] ?? one);
  return `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/**
 * Writes a sheet as an .xlsx file piece by piece: memory holds one piece. Each call returns the bytes that
 * are ready.
 */
export function xlsxWriter() {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  const add = (name: string): ZipDeflate => {
    const file = new ZipDeflate(name);
    zip.add(file);
    return file;
  };
  for (const [name, text] of Object.entries(PARTS)) add(name).push(strToU8(text), true);
  const sheet = add("xl/worksheets/sheet1.xml");
  sheet.push(strToU8(`${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`));
  const taken = (): Uint8Array => {
    const bytes = Buffer.concat(ready);
    ready = [];
    return bytes;
  };
  return {
    rows(rows: readonly (string | number | null)[][]): Uint8Array {
      const xml = rows.map((cells) => `<row>${cells.map(cellXml).join("")}</row>`).join("");
      sheet.push(strToU8(xml));
      return taken();
    },
    end(): Uint8Array {
      sheet.push(strToU8("</sheetData></worksheet>"), true);
      zip.end();
      return taken();
    },
  };
}

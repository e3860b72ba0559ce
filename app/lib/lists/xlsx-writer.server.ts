import { strToU8, Zip, ZipDeflate, type ZipInputFile } from "fflate";
import {
  type Cells,
  type DrawnPiece,
  type SheetPiece,
  SHEET_SCHEMA as MAIN,
  XML_HEAD as HEAD,
} from "@server/files/rules/sheet-piece";

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

/**
 * Writes a sheet as an .xlsx file piece by piece: memory holds one piece, which `pack` compresses. Each
 * call returns the bytes that are ready.
 */
export function xlsxWriter(pack: (piece: SheetPiece) => Promise<DrawnPiece>) {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  for (const [name, text] of Object.entries(PARTS)) {
    const file = new ZipDeflate(name);
    zip.add(file);
    file.push(strToU8(text), true);
  }
  const sheet: ZipInputFile = {
    filename: "xl/worksheets/sheet1.xml",
    compression: 8,
    crc: 0,
    size: 0,
  };
  zip.add(sheet);
  let isFirst = true;
  return async (rows: readonly Cells[], isLast: boolean): Promise<Uint8Array> => {
    const { crc, size } = sheet;
    const packed = await pack({ rows, isFirst, isLast, after: { crc, size } });
    isFirst = false;
    Object.assign(sheet, { crc: packed.crc, size: packed.size });
    sheet.ondata?.(null, new Uint8Array(packed.bytes), isLast);
    if (isLast) zip.end();
    const bytes = Buffer.concat(ready);
    ready = [];
    return bytes;
  };
}

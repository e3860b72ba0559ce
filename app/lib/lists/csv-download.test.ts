import { type CellObject, read as readWorkbook } from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import { type SheetPiece, sheetPiece } from "@server/files/rules/sheet-piece";
import { type CsvColumn, csvDownload, xlsxDownload } from "./csv-download.server";
import {
  EXPORT_PIECE,
  type ExportCursor,
  type ExportPiece,
} from "@server/office/contracts/exports";

interface Row {
  id: string;
  name: string;
  amount: string | number | null;
}

const columns: CsvColumn<Row>[] = [
  { label: "Name", cell: (row) => row.name },
  { label: "Amount (INR)", cell: (row) => row.amount },
];

const one = (name: string, amount: Row["amount"] = 1): Row => ({ id: name, name, amount });

/** A table of `count` rows; counts the pieces that were requested. */
function table(count: number) {
  const asked: (ExportCursor | undefined)[] = [];
  const read = (after: ExportCursor | undefined): Promise<ExportPiece<Row>> => {
    asked.push(after);
    const from = after?.at ?? 0;
    const to = Math.min(from + EXPORT_PIECE, count);
    const records = Array.from({ length: to - from }, (_, n) => one(`Row ${from + n}`));
    return Promise.resolve({
      records,
      next: to < count ? { at: to, id: String(to), signature: "" } : null,
    });
  };
  return { asked, read };
}

const text = async (rows: readonly Row[]) => {
  const piece = { records: [...rows], next: null };
  const answer = await csvDownload("t", columns, () => Promise.resolve(piece));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer());
};

describe("a CSV download", () => {
  test("a CSV download starts with a UTF-8 BOM, ends lines with CRLF, and quotes where necessary", async () => {
    expect(await text([one('Asha "A" Rao, Pune', "100000.00"), one("आशा\nराव", null)])).toBe(
      '\uFEFFName,Amount (INR)\r\n"Asha ""A"" Rao, Pune",100000.00\r\n"आशा\nराव",\r\n',
    );
    const answer = await csvDownload("users", columns, table(0).read);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/,
    );
  });

  test.each([
    "=1+1",
    "+91",
    "-2",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    '=HYPERLINK("x")',
    "＝1",
    "＋1",
    "－1",
    "＠A",
  ])("a CSV download runs no formula: %j", async (name) => {
    const whole = (await text([one(name)])).slice("\uFEFFName,Amount (INR)\r\n".length);
    expect(whole.replace(/^"/, "").startsWith("'")).toBe(true);
  });

  test.each(["x;=1+1", "x\t=1", "x\n=1", "x\r=1", 'x";=1', "x; +1", ";@A", "x|-1", "x;＝1"])(
    "a CSV download runs no formula where cells are separated by other signs: %j",
    async (name) => {
      const whole = (await text([one(name)])).slice("\uFEFFName,Amount (INR)\r\n".length);
      expect(whole).toMatch(/^"/);
      expect(whole).not.toMatch(/[;\t\r\n|][\s"]*[=+\-@\uFF1D]/);
    },
  );

  test(
    "a CSV download holds at most two pieces of twenty thousand rows in memory, however slowly it is read",
    { tags: ["full"] },
    async () => {
      const { asked, read } = table(20_000);
      const answer = await csvDownload("t", columns, read);
      expect(asked).toHaveLength(1);
      const reader = answer.body!.getReader();
      let chunks = 0;
      let lines = 0;
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        chunks += 1;
        lines += value.filter((byte) => byte === 10).length;
        // Never more than what was read, plus one piece that waits.
        expect(asked.length).toBeLessThanOrEqual(chunks + 1);
        expect(value.byteLength).toBeLessThan(50_000);
      }
      expect(lines).toBe(20_001);
      expect(asked).toHaveLength(20_000 / EXPORT_PIECE);
    },
  );

  test("a fault during the download aborts it; a fault at the start sends no file", async () => {
    const { read } = table(2000);
    const answer = await csvDownload("t", columns, (after) =>
      after ? Promise.reject(new Error("The database went away.")) : read(after),
    );
    await expect(answer.text()).rejects.toThrow("The database went away.");
    const refused = csvDownload("t", columns, () => Promise.reject(new Error("No.")));
    await expect(refused).rejects.toThrow("No.");
  });
});

describe("an Excel download", () => {
  const pack = (piece: SheetPiece) => Promise.resolve(sheetPiece(piece));

  const sheetOf = async (answer: Response) => {
    const { Sheets } = readWorkbook(new Uint8Array(await answer.arrayBuffer()), {
      cellDates: true,
    });
    return Sheets["1"] as Record<string, CellObject>;
  };

  test("an Excel download has text, numbers, amounts and days as what they are, and no formula", async () => {
    const rows = [
      one("=HYPERLINK(1)", 12_345_678),
      one("आशा & <राव>\u0001", "100000.50"),
      one("0012", "2026-11-21"),
    ];
    const read = () => Promise.resolve({ records: rows, next: null });
    const answer = await xlsxDownload("holders", columns, read, pack);
    expect(answer.headers.get("content-disposition")).toMatch(/holders-\d{4}-\d\d-\d\d\.xlsx"$/);
    const sheet = await sheetOf(answer);
    expect(sheet["A1"]?.v).toBe("Name");
    expect(sheet["A2"]).toMatchObject({ t: "s", v: "=HYPERLINK(1)" });
    expect(sheet["A2"]?.f).toBeUndefined();
    expect(sheet["B2"]).toMatchObject({ t: "n", v: 12_345_678 });
    expect(sheet["A3"]?.v).toBe("आशा & <राव>");
    expect(sheet["B3"]).toMatchObject({ t: "n", v: 100_000.5 });
    expect(sheet["A4"]).toMatchObject({ t: "s", v: "0012" });
    expect(sheet["B4"]?.v).toEqual(new Date("2026-11-21"));
  });

  test("an Excel download of several pieces has every row once", async () => {
    const { asked, read } = table(EXPORT_PIECE * 2 + 1);
    const sheet = await sheetOf(await xlsxDownload("t", columns, read, pack));
    expect(asked).toHaveLength(3);
    expect(sheet["!ref"]).toBe(`A1:B${EXPORT_PIECE * 2 + 2}`);
    expect(sheet[`A${EXPORT_PIECE * 2 + 2}`]?.v).toBe(`Row ${EXPORT_PIECE * 2}`);
  });
});

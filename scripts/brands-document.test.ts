import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MAX_FILE_BYTES } from "@server/domain/media/file-size";
import { BrandContract, BrandLook } from "@themes/contract";
import {
  PANEL_CHOICES,
  PATTERNS,
  RADIUS_CHOICES,
  SOCIAL_MEDIA,
  TOKEN_DECIMALS,
  TYPE_PAIRINGS,
} from "@themes/vocabulary";
import { brand as words } from "../locales/en/brand";

const text = readFileSync("docs/brands.md", "utf8");
const section = (title: string) =>
  new RegExp(`^## ${title}\n(.*?)(?=^## |$(?![^]))`, "ms").exec(text)?.[1] ?? "";
const namesIn = (part: string) => [...part.matchAll(/^\| `(\w+)` /gm)].map(([, name = ""]) => name);
const rowOf = (name: string) => new RegExp(`^\\| \`${name}\` .*$`, "m").exec(text)?.[0] ?? "";

test("docs/brands.md has every field and choice of the contract, and no other", () => {
  expect(namesIn(section("Fields")).sort()).toEqual(Object.keys(BrandContract.shape).sort());
  expect(namesIn(section("Look")).sort()).toEqual(Object.keys(BrandLook.shape).sort());
  for (const [name, choices] of [
    ["radius", RADIUS_CHOICES],
    ["type", TYPE_PAIRINGS],
    ["pattern", PATTERNS],
    ["panel", PANEL_CHOICES],
  ] as const) {
    const listed = [...rowOf(name).matchAll(/`(\w+)`/g)].map(([, one]) => one).slice(1);
    expect(listed, name).toEqual([...choices]);
  }
  expect(rowOf("socialLinks")).toContain(SOCIAL_MEDIA.join(", "));
  expect(rowOf("decimals")).toContain(`always ${TOKEN_DECIMALS}`);
  expect(MAX_FILE_BYTES).toBe(10 * 1024 * 1024);
});

test("the lengths of docs/brands.md are those of the contract", () => {
  const long = (length: number) => "a".repeat(length);
  const { shape } = BrandContract;
  for (const [name, field] of [
    ["name", shape.name],
    ["programName", shape.programName],
    ["title", shape.title],
    ["footerNote", shape.footerNote],
  ] as const) {
    const most = Number(/at most (\d+)/.exec(rowOf(name))?.[1]);
    expect(field.safeParse(long(most)).success, name).toBe(true);
    expect(field.safeParse(long(most + 1)).success, name).toBe(false);
  }
  const { title, description } = shape.metaData.shape;
  const [most = 0, mostOfDescription = 0] = (rowOf("metaData").match(/\d+/g) ?? []).map(Number);
  expect([title.safeParse(long(most)).success, title.safeParse(long(most + 1)).success]).toEqual([
    ...[true, false],
  ]);
  expect(description.safeParse(long(mostOfDescription)).success).toBe(true);
  expect(description.safeParse(long(mostOfDescription + 1)).success).toBe(false);
});

test("the words in quotes of docs/brands.md are those of the studio", () => {
  const shown = JSON.stringify(words);
  const quoted = [...text.matchAll(/'([A-Z][^'\n]+)'/g)].map(([, one = ""]) => one);
  const known = quoted.filter((one) => shown.includes(one.replace(/ …$/, " {{colour}}")));
  expect(quoted.filter((one) => !known.includes(one))).toEqual([]);
});

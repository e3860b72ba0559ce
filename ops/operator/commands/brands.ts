import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import { insertPublishedBrand } from "@server/sites/queries/brands";
import { findCompany, lockCompany } from "@server/sites/queries/companies";
import { findBrandPicture } from "@server/media/queries/medias";
import { brandOf } from "@server/sites/site";
import { transactWithin } from "@server/access/call/context";
import { mediaUrl } from "@server/media/contracts/media";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { storeFile } from "@server/media/store-file";
import { recordAudit } from "@server/access/call/conclude";
import { BrandContract } from "@themes/contract";
import { withSymbol } from "@themes/plain";
import { BRAND_PICTURES } from "@themes/vocabulary";
import { type Command, formatRows } from "@ops/operator/command";
import { OperatorError, type Operator, UsageError, companyNamed } from "@ops/operator/operator";

/** An exported brand: its data, and the bytes of its uploaded pictures. */
const BrandFile = z.object({
  format: z.literal("prelaunch-brand-1"),
  brand: z.unknown(),
  /** Pictures in base64, by the path by which the brand refers to them. */
  pictures: z.record(z.string(), z.object({ fileName: z.string(), base64: z.string() })),
});
type BrandFile = z.output<typeof BrandFile>;

const UPLOADED = /"(\/media\/([0-9a-f-]{36}))(?:\?[^"]*)?"/g;

const uploadedIn = (text: string) =>
  [...text.matchAll(UPLOADED)].map(([, path = "", id = ""]) => ({ path, id }));

async function exported(operator: Operator, companyId: string): Promise<BrandFile> {
  const { db } = operator.deps.database;
  const company = await findCompany(db, companyId);
  const brand = await brandOf(db, company ?? null);
  const pictures: BrandFile["pictures"] = {};
  for (const { path, id } of uploadedIn(JSON.stringify(brand))) {
    const media = await findBrandPicture(db, id, companyId);
    const bytes = media && (await operator.deps.storage.get(media.storageKey));
    if (!bytes) throw new OperatorError(`The picture ${path} is gone.`);
    pictures[path] = { fileName: media.fileName, base64: bytes.toString("base64") };
  }
  return { format: "prelaunch-brand-1", brand, pictures };
}

/** Validates the brand like a built-in one, stores copies of its pictures, and publishes it. */
async function imported(operator: Operator, companyId: string, file: BrandFile): Promise<number> {
  const { deps, context } = operator;
  // A refused brand leaves no files, since it is validated before pictures are stored.
  const brand = BrandContract.parse(file.brand);
  let text = JSON.stringify(file.brand);
  for (const { path } of uploadedIn(text)) {
    const picture = file.pictures[path];
    if (!picture) throw new OperatorError(`The file lacks the picture ${path}.`);
    const bytes = Buffer.from(picture.base64, "base64");
    const { actor } = context;
    if (actor.role === "NOBODY") throw refuse("NOT_SIGNED_IN");
    const upload = { fieldName: "picture", fileName: picture.fileName, bytes };
    const shownAs = BRAND_PICTURES.find((name) => brand[name]?.startsWith(path));
    const forBrand = { companyId, picture: shownAs ?? "defaultLogo" };
    const media = await storeFile(deps, actor, upload, { imagesOnly: true, forBrand });
    text = text.replaceAll(path, mediaUrl(media.id));
  }
  return transactWithin(context, async (inside, tx) => {
    const company = await lockCompany(tx, companyId);
    const brand = withSymbol(BrandContract.parse(JSON.parse(text)), company.tokenSymbol);
    const { version } = await insertPublishedBrand(tx, { companyId, data: brand, createdBy: null });
    await recordAudit(inside, {
      action: "brand.imported",
      subjectType: "brand",
      subjectId: companyId,
      companyId,
      after: { version, name: brand.name },
    });
    return version;
  });
}

async function readBrandFile(name: string): Promise<BrandFile> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(name, "utf8"));
  } catch {
    throw new OperatorError(`${name} cannot be read as JSON.`);
  }
  const parsed = BrandFile.safeParse(json);
  if (!parsed.success) throw new OperatorError(`${name} is no brand that was exported.`);
  return parsed.data;
}

export const brandCommands: readonly Command[] = [
  {
    name: "brand export",
    words: ["<company>", "<file>"],
    does: "writes what the company shows, pictures included, to a file",
    async run(operator, [named = "", file = ""]) {
      const brand = await exported(operator, await companyNamed(operator, named));
      await writeFile(file, `${JSON.stringify(brand, null, 2)}\n`);
      return `Written to ${file}.`;
    },
  },
  {
    name: "brand import",
    words: ["<company>", "<file>"],
    does: "publishes a brand from a file; it is live at once",
    async run(operator, [named = "", file = ""]) {
      const companyId = await companyNamed(operator, named);
      return `Published as version ${await imported(operator, companyId, await readBrandFile(file))}.`;
    },
  },
  {
    name: "brand list",
    words: ["<company>"],
    does: "its published versions, newest first",
    async run(operator, [named = ""]) {
      const companyId = await companyNamed(operator, named);
      const { versions } = await operator.api.brands.studio({ companyId });
      return formatRows(versions.map((one) => [one.version, one.publishedAt, one.by, one.name]));
    },
  },
  {
    name: "brand roll-back",
    words: ["<company>", "<version>"],
    does: "publishes an earlier version again; 0 is how it looks without a brand of its own",
    async run(operator, [named = "", version = ""]) {
      if (!/^\d{1,9}$/.test(version)) throw new UsageError(`"${version}" is no version.`);
      const companyId = await companyNamed(operator, named);
      const back = await operator.api.brands.rollBack({ companyId, version: Number(version) });
      return `Published as version ${back.version}.`;
    },
  },
];

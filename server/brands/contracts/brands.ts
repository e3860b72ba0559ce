import { z } from "zod";
import { BrandContract, type Brand } from "@themes/contract";
import type { SeedAdjustment } from "@themes/colour/seed-adjustments";
import { BRAND_PICTURES, type Scheme, SOCIAL_MEDIA, type SocialMedium } from "@themes/vocabulary";
import { code, booleanField, idField, optional, oneOf } from "@server/platform/contracts/fields";

const { shape } = BrandContract;

/** Several values typed in one field; an array is accepted unchanged. */
const listField = <S extends z.ZodType<string[]>>(schema: S, separator: RegExp) =>
  z.unknown().transform((typed, issues): z.output<S> => {
    const list =
      typeof typed === "string"
        ? typed
            .split(separator)
            .map((part) => part.trim())
            .filter((part) => part !== "")
        : typed;
    const read = schema.safeParse(list);
    if (read.success) return read.data;
    // The fault of an item is reported for the field.
    issues.addIssue({
      code: "custom",
      message: read.error.issues[0]?.message ?? code("FIELD_INVALID"),
    });
    return z.NEVER;
  });

const numberField = (schema: z.ZodType<number>) =>
  z.preprocess(
    (typed) => (typeof typed === "string" && typed.trim() !== "" ? Number(typed) : typed),
    schema,
  );

const linkFields = Object.fromEntries(
  SOCIAL_MEDIA.map((name) => [name, optional(shape.socialLinks.element.shape.link)]),
) as Record<SocialMedium, ReturnType<typeof optional<typeof shape.socialLinks.element.shape.link>>>;

const { look } = shape;

/**
 * A brand's texts and choices, each validated by the brand contract. The symbol is the company's,
 * and pictures are uploaded separately.
 */
export const BrandWords = z.object({
  name: shape.name,
  /** The token's contract, once it has one; absent: as it was. */
  address: optional(shape.address),
  title: shape.title,
  programName: shape.programName,
  /** One share per line: "50% Public Cell". */
  tokenDistribution: listField(shape.tokenDistribution, /\n/),
  links: z.object(linkFields),
  footerNote: shape.footerNote,
  metaTitle: shape.metaData.shape.title,
  metaDescription: shape.metaData.shape.description,
  /** Separated by commas; absent: as they were. */
  metaKeywords: optional(listField(shape.metaData.shape.keywords, /[,\n]/)),
  accent: look.shape.accent,
  /** If absent, the second colour is derived from the accent. */
  hasSecondary: optional(booleanField("FIELD_INVALID")),
  secondary: optional(look.shape.secondary.unwrap()),
  neutralHue: numberField(look.shape.neutralHue),
  neutralTint: numberField(look.shape.neutralTint),
  radius: look.shape.radius,
  type: look.shape.type,
  pattern: look.shape.pattern,
  panel: look.shape.panel,
});
export type BrandWords = z.output<typeof BrandWords>;

/** The state that a change was based on: a concurrent change is not overwritten. */
const basedOn = z.string({ error: code("BRAND_CHANGED") }).max(100, code("BRAND_CHANGED"));

/** `brands.studio` (super admin). */
export const BrandRef = z.object({ companyId: idField });

/** `brands.preview` (super admin): renders the brand without saving it. */
export const PreviewBrand = z.object({ companyId: idField, ...BrandWords.shape });

/** `brands.save` (super admin): saves the brand as the draft, which only super admins can see. */
export const SaveBrand = z.object({ companyId: idField, basedOn, ...BrandWords.shape });

/** `brands.start` (super admin): replaces the draft with a new one. */
export const StartBrand = z.object({
  companyId: idField,
  basedOn,
  from: z
    .string({ error: code("BRAND_NOT_FOUND") })
    .trim()
    .toUpperCase()
    .max(10, code("BRAND_NOT_FOUND")),
});

const picture = oneOf(BRAND_PICTURES);

/** `brands.setPicture` (super admin): one uploaded file; the transport has capped its size. */
export const SetBrandPicture = z.object({
  companyId: idField,
  basedOn,
  picture,
  file: z.object(
    { fileName: z.string(), bytes: z.instanceof(Uint8Array) },
    { error: code("FILE_REQUIRED") },
  ),
});

/** `brands.drawPicture` (super admin): replaces an uploaded picture with the drawn one. */
export const DrawBrandPicture = z.object({ companyId: idField, basedOn, picture });
export type DrawBrandPicture = z.output<typeof DrawBrandPicture>;

/** `brands.publish` and `brands.discard` (super admin): publish or discard the draft. */
export const DraftRef = z.object({ companyId: idField, basedOn });

/** `brands.rollBack` (super admin): publishes an earlier version again; 0 is the initial brand. */
export const RollBackBrand = z.object({
  companyId: idField,
  version: numberField(
    z
      .number(code("BRAND_NOT_FOUND"))
      .int(code("BRAND_NOT_FOUND"))
      .min(0, code("BRAND_NOT_FOUND"))
      .max(1_000_000, code("BRAND_NOT_FOUND")),
  ),
});

/** A rendered brand, published or not. */
export interface BrandPreview {
  brand: Brand;
  /** CSS variables by scheme. */
  variables: Record<Scheme, Record<string, string>>;
  /** URLs or `data:` pictures, per scheme where they differ. */
  pictures: { icon: string; logo: string; header: string; headerDark: string; chart: string };
  /** Seed colours that cannot be used unchanged, with the nearest usable colour. */
  adjustments: SeedAdjustment[];
  /** The company's pool shares, where the brand's text differs from them. */
  supplyShares: string[] | null;
}

export interface BrandVersion {
  version: number;
  name: string;
  accent: string;
  /** ISO. */
  publishedAt: string;
  /** The super admin's e-mail; null for the command line. */
  by: string | null;
}

/** `brands.studio`: everything shown in a company's studio. */
export interface BrandStudio {
  /** `host`: the company's first host, if any. */
  company: { id: string; companyName: string; tokenSymbol: string; host: string | null };
  /**
   * Source of the preview: the draft, the published brand, or a default where none is published.
   */
  source: "draft" | "published" | "builtIn" | "plain";
  basedOn: string;
  preview: BrandPreview;
  /** The built-in brands that a new draft can start from. */
  builtIns: { symbol: string; name: string }[];
  /** Newest first; the first is live. */
  versions: BrandVersion[];
}

import { z } from "zod";
import { BrandContract, type Brand } from "@themes/contract";
import type { ContrastProblem, SeedAdjustment } from "@themes/colour/check-contrast";
import { BRAND_PICTURES, type Scheme, SOCIAL_MEDIA, type SocialMedium } from "@themes/vocabulary";
import { code } from "./code";
import { booleanField, idField, optional } from "./fields";

const { shape } = BrandContract;

/** Several values typed in one field; an array is taken as it is. */
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
    // What is wrong with one of them is said of the field.
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
 * What a person writes and chooses of a brand, each field judged by the brand contract itself.
 * The symbol is the company's, and pictures are uploaded by themselves.
 */
export const BrandWords = z.object({
  name: shape.name,
  address: shape.address,
  title: shape.title,
  programName: shape.programName,
  /** One share a line: "50% Public Cell". */
  tokenDistribution: listField(shape.tokenDistribution, /\n/),
  links: z.object(linkFields),
  footerNote: shape.footerNote,
  metaTitle: shape.metaData.shape.title,
  metaDescription: shape.metaData.shape.description,
  /** Set apart by commas. */
  metaKeywords: listField(shape.metaData.shape.keywords, /[,\n]/),
  accent: look.shape.accent,
  /** Without it the second colour is derived from the accent. */
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

/** Says what a change was made to: another's change in between is not written over. */
const basedOn = z.string({ error: code("BRAND_CHANGED") }).max(100, code("BRAND_CHANGED"));

/** `brands.studio` (super admin). */
export const BrandRef = z.object({ companyId: idField });
export type BrandRef = z.output<typeof BrandRef>;

/** `brands.preview` (super admin): how it would look; nothing is kept. */
export const PreviewBrand = z.object({ companyId: idField, ...BrandWords.shape });
export type PreviewBrand = z.output<typeof PreviewBrand>;

/** `brands.save` (super admin): keeps it as the draft, which nobody else sees. */
export const SaveBrand = z.object({ companyId: idField, basedOn, ...BrandWords.shape });
export type SaveBrand = z.output<typeof SaveBrand>;

/** `brands.start` (super admin): a new draft in place of the last. */
export const StartBrand = z.object({
  companyId: idField,
  basedOn,
  from: z
    .string({ error: code("BRAND_NOT_FOUND") })
    .trim()
    .toUpperCase()
    .max(10, code("BRAND_NOT_FOUND")),
});
export type StartBrand = z.output<typeof StartBrand>;

const picture = z.enum(BRAND_PICTURES, { error: code("FIELD_INVALID") });

/** `brands.setPicture` (super admin): one file as it arrived; the door has capped its size. */
export const SetBrandPicture = z.object({
  companyId: idField,
  basedOn,
  picture,
  file: z.object(
    { fileName: z.string(), bytes: z.instanceof(Uint8Array) },
    { error: code("FILE_REQUIRED") },
  ),
});
export type SetBrandPicture = z.output<typeof SetBrandPicture>;

/** `brands.drawPicture` (super admin): the drawn one again, in place of an uploaded one. */
export const DrawBrandPicture = z.object({ companyId: idField, basedOn, picture });
export type DrawBrandPicture = z.output<typeof DrawBrandPicture>;

/** `brands.publish` and `brands.discard` (super admin): of the draft. */
export const DraftRef = z.object({ companyId: idField, basedOn });
export type DraftRef = z.output<typeof DraftRef>;

/** `brands.rollBack` (super admin): publishes an earlier version once more; 0 is before the first. */
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
export type RollBackBrand = z.output<typeof RollBackBrand>;

/** A brand as it would look. */
export interface BrandPreview {
  brand: Brand;
  /** Its CSS variables, by scheme. */
  variables: Record<Scheme, Record<string, string>>;
  /** Addresses or `data:` pictures, for each scheme where they differ. */
  pictures: { icon: string; logo: string; header: string; headerDark: string; chart: string };
  /** Seeds that cannot be used as given, with the nearest colour that can. */
  adjustments: SeedAdjustment[];
  problems: ContrastProblem[];
  /** How the company's supply is shared out, where the brand's text says otherwise. */
  supplyShares: string[] | null;
}

export interface BrandVersion {
  version: number;
  name: string;
  accent: string;
  /** ISO. */
  publishedAt: string;
  /** The super admin's address; null for the command line. */
  by: string | null;
}

/** `brands.studio`: all that the studio of a company shows. */
export interface BrandStudio {
  /** `host`: its first one, if it has any. */
  company: { id: string; companyName: string; tokenSymbol: string; host: string | null };
  /** What the preview shows is: a draft, what is live, or what is live without a brand of its own. */
  source: "draft" | "published" | "builtIn" | "plain";
  basedOn: string;
  preview: BrandPreview;
  /** What a new draft may start from. */
  builtIns: { symbol: string; name: string }[];
  /** Newest first; the first is live. */
  versions: BrandVersion[];
}

/** What every change answers: the stamp for the next one. */
export interface BrandSaved {
  basedOn: string;
}

/** `brands.publish` and `brands.rollBack`. */
export interface BrandPublished {
  version: number;
}

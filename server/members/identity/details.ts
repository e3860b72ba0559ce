import type { SecondKind } from "@db/vocabulary";
import type { IdentityCase } from "@server/members/queries/identity";
import type { Secrets } from "@server/platform";

/** What a member typed, as it is encrypted; null where it was not asked or is not typed yet. */
export interface IdentityDetails {
  /** Normalised: `ABCPE1234F`. */
  pan: string | null;
  /** The number of the second document, normalised. */
  secondNumber: string | null;
  address: string | null;
  /** The place where the member agreed to tell it: latitude and longitude, or words. */
  place: string | null;
  /** The amount of the purchase from which the member came, in rupees. */
  purchase: string | null;
}

const NOTHING: IdentityDetails = {
  pan: null,
  secondNumber: null,
  address: null,
  place: null,
  purchase: null,
};

export const sealDetails = (secrets: Secrets, details: Partial<IdentityDetails>): string =>
  secrets.encrypt("identity", JSON.stringify(details));

export const openDetails = (secrets: Secrets, sealed: string | null): IdentityDetails =>
  sealed === null
    ? NOTHING
    : { ...NOTHING, ...(JSON.parse(secrets.decrypt("identity", sealed)) as IdentityDetails) };

/** The details that a member has typed of who they are, in full. */
export const typedIn = (
  secrets: Secrets,
  of: Pick<IdentityCase, "typedName" | "secondKind" | "detailsEncrypted"> | undefined,
) => ({
  name: of?.typedName ?? null,
  secondKind: of?.secondKind ?? null,
  ...openDetails(secrets, of?.detailsEncrypted ?? null),
});

/** The value that is hashed: a hash differs between companies. */
const valueOf = (companyId: string, kind: "PAN" | SecondKind, number: string) =>
  [companyId, kind, number].join(" ");

export const panHash = (secrets: Secrets, companyId: string, pan: string): string =>
  secrets.keyedHash("identity-hash", valueOf(companyId, "PAN", pan));

/** The hashes by both secrets while they are exchanged: a stored one is among them. */
export const panHashes = (secrets: Secrets, companyId: string, pan: string): string[] =>
  secrets.keyedHashes("identity-hash", valueOf(companyId, "PAN", pan));

export const secondHash = (
  secrets: Secrets,
  companyId: string,
  { kind, number }: { kind: SecondKind; number: string },
): string => secrets.keyedHash("identity-hash", valueOf(companyId, kind, number));

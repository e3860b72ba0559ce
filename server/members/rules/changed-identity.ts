/** The details that a company's verification vouches for (product.md §4). */
export const IDENTITY_FIELDS = ["name", "dateOfBirth", "kycDocumentNumber"] as const;
export type IdentityField = (typeof IDENTITY_FIELDS)[number];

/** A person's details; the date is YYYY-MM-DD, the number is normalised and not masked. */
export type Identity = { name: string } & Record<Exclude<IdentityField, "name">, string | null>;

/**
 * Lists the details that differ from the stored ones. An absent one stays as it is; null clears it. A
 * first entry counts too, since nobody has verified it.
 */
export const changedIdentity = (
  stored: Identity,
  next: { readonly [F in IdentityField]?: string | null | undefined },
): IdentityField[] =>
  IDENTITY_FIELDS.filter((field) => next[field] !== undefined && next[field] !== stored[field]);

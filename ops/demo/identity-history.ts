import { createHash } from "node:crypto";
import { eq, and } from "drizzle-orm";
import type { Executor } from "@db/client";
import { createRandom } from "@db/random";
import { identityCases, identityDocuments, users } from "@db/schema";
import type { DocumentKind, DocumentSide, IdentityRules, IdentityState } from "@db/vocabulary";
import type { MemberRow } from "@server/access/queries/members";
import type { Storage } from "@server/files/storage/storage";
import { panHash, sealDetails, secondHash } from "@server/members/identity/details";
import { sealFile } from "@server/members/identity/seal-file";
import type { Secrets } from "@server/platform/config/secrets";
import { DAY_MS, HOUR_MS, later } from "./calendar";
import { drawPaper } from "./identity-papers";

/** What the first brand asks: who somebody is before purchases above ₹50,000. */
export const DEMO_IDENTITY: IdentityRules = {
  asks: "ABOVE",
  abovePaise: 50_000_00,
  evidence: ["PAN", "SECOND", "SELFIE", "ADDRESS"],
  renewMonths: 24,
  mostUnverified: null,
  mostVerified: null,
};

/** The number of people who have shown something. */
const PEOPLE = 20;

/**
 * States of members whom an admin had verified by a button, and of the others, in turn. The first are
 * verified by papers; some of them are asked only now.
 */
const OF_APPROVED: readonly IdentityState[] = [
  ...Array<IdentityState>(9).fill("VERIFIED"),
  ...(["SENT", "ASKED", "SENT", "SENT", "DRAFT", "SENT"] as const),
];
const OF_OTHERS: readonly IdentityState[] = [
  ...(["SENT", "SENT", "SENT", "ASKED", "SENT", "DRAFT", "REFUSED", "SENT", "ASKED"] as const),
  ...(["SENT", "REFUSED"] as const),
];

const REASON = "The picture is not sharp.";
const KINDS = ["PASSPORT", "VOTER_CARD", "DRIVING_LICENCE"] as const;
const TITLES = {
  PAN: "INCOME TAX DEPARTMENT",
  PASSPORT: "REPUBLIC OF INDIA · PASSPORT",
  VOTER_CARD: "ELECTION COMMISSION · VOTER CARD",
  DRIVING_LICENCE: "DRIVING LICENCE",
  SELFIE: "PICTURE OF ONESELF",
} as const;

type CaseRow = typeof identityCases.$inferInsert;
type DocumentRow = typeof identityDocuments.$inferInsert;

/** The name in Latin letters, as papers have it: from the address. */
function latinName({ name, email }: MemberRow): string {
  const parts = (email.split("@")[0] ?? "").replace(/\d/g, "").split(".").filter(Boolean);
  return parts.length > 1
    ? parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(" ")
    : name;
}

/** Draws, encrypts and stores the papers of twenty members in all states; returns their rows. */
export async function identityHistory(
  { storage, secrets }: { storage: Storage; secrets: Secrets },
  { people, adminId, now }: { people: readonly MemberRow[]; adminId: string; now: Date },
): Promise<{ cases: CaseRow[]; documents: DocumentRow[] }> {
  const random = createRandom(20_261);
  const present = people.filter(
    ({ role, status, deletedAt }) => role === "USER" && status === "ACTIVE" && !deletedAt,
  );
  const stated = (of: readonly MemberRow[], states: readonly IdentityState[]) =>
    of.slice(0, states.length).map((person, at) => ({ person, state: states[at] ?? "SENT" }));
  const others = stated(
    present.filter(({ isApproved }) => !isApproved),
    OF_OTHERS,
  );
  const approved = stated(
    present.filter(({ isApproved }) => isApproved),
    OF_APPROVED,
  );
  const chosen = [...approved.slice(0, PEOPLE - others.length), ...others];
  const shared = new Map<string, Promise<Buffer>>();
  const once = (key: string, draw: () => Promise<Buffer>) => {
    const known = shared.get(key) ?? draw();
    shared.set(key, known);
    return known;
  };
  const made = await Promise.all(
    chosen.map(async ({ person, state }, at) => {
      const { companyId, id: memberId } = person;
      const sentAt = later(now, -(at % 5) * DAY_MS - (3 + at) * HOUR_MS);
      const isDecided = state !== "SENT" && state !== "DRAFT";
      const decidedAt = isDecided ? later(sentAt, (1 + (at % 3)) * HOUR_MS) : null;
      const name = latinName(person);
      const pan = `ABCP${String.fromCharCode(65 + at)}${1234 + at}F`;
      // Two members have given the same document.
      const number = `Z${1_000_000 + (state === "SENT" && at % 2 === 0 ? 7 : at) * 37}`;
      const kind = KINDS[at % KINDS.length] ?? "PASSPORT";
      const address = `${12 + at} Lake Road\nPune 4110${10 + at}`;
      const pictures: [DocumentKind, DocumentSide, string, readonly string[]][] = [
        ["PAN", "FRONT", pan, [name, person.dateOfBirth ?? "1990-01-01", pan]],
        ["SELFIE", "FRONT", `selfie ${at % 4}`, []],
        [kind, "FRONT", `${name} ${number}`, [name, number]],
        [kind, "BACK", `${kind} back`, ["Address on the back", "Pune, India"]],
      ];
      const documents = await Promise.all(
        pictures.slice(0, state === "DRAFT" ? 1 : 4).map(async ([of, side, key, lines], place) => {
          const bytes = await once(`${of} ${side} ${key}`, () =>
            drawPaper({
              title: TITLES[of],
              lines,
              colour: of === "PAN" ? "#1d4ed8" : "#334155",
              hasPortrait: side === "FRONT",
            }),
          );
          const createdAt = later(sentAt, -HOUR_MS + place * 60_000);
          const id = random.id(createdAt);
          const storageKey = `${companyId}/identity/${id}`;
          const { file, keyEncrypted } = sealFile(secrets, id, bytes);
          await storage.put(storageKey, file);
          const isRefused =
            (state === "ASKED" && place === 2) || (state === "REFUSED" && place < 1);
          return {
            companyId,
            id,
            memberId,
            kind: of,
            side,
            state:
              state === "DRAFT" || state === "SENT" ? state : isRefused ? "REFUSED" : "ACCEPTED",
            storageKey,
            keyEncrypted,
            contentType: "image/webp",
            sizeBytes: bytes.length,
            // Drawings are shared; what was sent was each person's own.
            sha256: createHash("sha256").update(`${memberId} ${of} ${side}`).digest("hex"),
            reason: isRefused ? REASON : null,
            decidedAt,
            decidedBy: decidedAt && adminId,
            createdAt,
          } satisfies DocumentRow;
        }),
      );
      const row: CaseRow = {
        companyId,
        memberId,
        state,
        sentCount: state === "DRAFT" ? 0 : 1,
        sentAt: state === "DRAFT" ? null : sentAt,
        sentIp: state === "DRAFT" ? null : `203.0.113.${10 + at}`,
        typedName: name,
        panHash: panHash(secrets, companyId, pan),
        secondKind: kind,
        secondHash: secondHash(secrets, companyId, { kind, number }),
        detailsEncrypted: sealDetails(secrets, { pan, secondNumber: number, address, place: null }),
        decidedAt,
        decidedBy: decidedAt && adminId,
        reason: state === "REFUSED" ? "The name differs from the account's." : null,
        verifiedAt: state === "VERIFIED" ? decidedAt : null,
        // One has ended, one ends soon.
        verifiedUntil:
          state === "VERIFIED" ? later(now, (at === 1 ? -2 : at === 2 ? 20 : 600) * DAY_MS) : null,
        createdAt: sentAt,
      };
      return { row, documents };
    }),
  );
  return {
    cases: made.map(({ row }) => row),
    documents: made.flatMap(({ documents }) => documents),
  };
}

/** Writes them after the company's people. */
export async function writeIdentity(
  tx: Executor,
  { cases, documents }: Awaited<ReturnType<typeof identityHistory>>,
): Promise<void> {
  if (cases.length === 0) return;
  await tx.insert(identityCases).values(cases);
  await tx.insert(identityDocuments).values(documents);
  for (const { companyId, memberId, state, decidedAt, reason } of cases) {
    if (state !== "REFUSED") continue;
    await tx
      .update(users)
      .set({ verificationRefusedAt: decidedAt ?? null, verificationRefusal: reason ?? null })
      .where(and(eq(users.companyId, companyId), eq(users.id, memberId)));
  }
}

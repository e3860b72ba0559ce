import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { storedIdentity, tableTexts } from "@server/testing/identity-fixtures";
import { memberHarness, PASSWORD, type UserRow } from "@server/testing/member-harness";
import { pageContext, sendForm } from "@server/testing/page-actions";
import { loader as activity } from "../admin.exports/activity";
import { loader as holders } from "../admin.exports/holders";
import { loader as members } from "../admin.exports/members";
import { loader as payments } from "../admin.exports/payments";
import { loader as purchases } from "../admin.exports/purchases";
import { loader as rewards } from "../admin.exports/rewards";
import { action as decide } from "../admin.identity/route";
import { loader as openDocument } from "../admin.identity.document/route";
import { action } from "../user.identity/route";
import { loader as ownDocument } from "./route";
import { action as downloadData } from "../user.own-data/route";
import { action as upload } from "../user.identity.documents/route";
import { duringTests } from "@server/testing/during-tests";

const identity = {
  asks: "ALWAYS",
  abovePaise: null,
  evidence: ["PAN", "SECOND", "ADDRESS"],
  renewMonths: 0,
  mostUnverified: null,
  mostVerified: null,
} as const;
/** Words that a member types, names and hides in a picture; none of them may be found in clear. */
const TYPED = { pan: "QWZPX7391V", secondNumber: "Z7391465", address: "73 Canary Wharf, Pune" };
const PLANTED = "planted-in-the-picture";
const FILE_NAME = "planted-in-the-name.jpg";

const lines: string[] = [];
const harness = duringTests(() => memberHarness({ log: (line) => lines.push(line) }));
let companyId: string;
beforeAll(async () => {
  companyId = await harness.company({ settings: { identity } });
});

/** Twenty bytes of a picture's middle in each form in which text can have them. */
function marksOf(bytes: Uint8Array): string[] {
  const middle = Buffer.from(bytes).subarray(bytes.length / 2, bytes.length / 2 + 24);
  const encoded = [0, 1, 2].map((skipped) => middle.subarray(skipped, skipped + 18));
  return [middle.toString("hex"), ...encoded.map((part) => part.toString("base64"))];
}

/** The file of a member's own data, which the form of the profile downloads; no cache keeps it. */
async function sendDownload(context: AppLoadContext): Promise<string> {
  const body = new URLSearchParams({ currentPassword: PASSWORD });
  const request = new Request("http://house.example/user/own-data", { method: "POST", body });
  const answer = await downloadData({ request, context, params: {} });
  expect(answer.headers.get("cache-control")).toMatch(/no-store/);
  return answer.text();
}

async function send(member: UserRow, step: string, body: Record<string, string>) {
  const path = `/user/identity?step=${step}`;
  const { code } = await sendForm(action, { as: () => harness.as(member), path, body });
  expect([step, code]).toEqual([step, undefined]);
}

test(
  "a document and what is typed with it are in no log, no row, no file, no export, and in no cache",
  { tags: ["full"] },
  async () => {
    const member = await harness.person(companyId, "USER", { isApproved: false });
    const owner = await harness.person(companyId, "ADMIN");
    await send(member, "pan", { typedName: "Asha Rao", pan: TYPED.pan });
    const { secondNumber } = TYPED;
    await send(member, "second", { secondKind: "PASSPORT", secondNumber });
    await send(member, "address", { address: TYPED.address });
    const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
    const drawn = sharp({
      create: { width: 64, height: 64, channels: 3, background: "teal", noise },
    })
      .withExif({ IFD0: { ImageDescription: PLANTED } })
      .jpeg();
    const bytes = new Uint8Array(await drawn.toBuffer());
    expect(Buffer.from(bytes).includes(PLANTED)).toBe(true);
    const asMember = pageContext(() => harness.as(member));
    const asOwner = pageContext(({ canUndo = false }) => harness.as(owner, { canUndo }));
    for (const [kind, side] of [
      ["PAN", "FRONT"],
      ["PASSPORT", "FRONT"],
      ["PASSPORT", "BACK"],
    ] as const) {
      const body = new FormData();
      body.set("documentId", new File([bytes], FILE_NAME));
      const url = `http://house.example/user/identity/documents?kind=${kind}&side=${side}`;
      const request = new Request(url, { method: "POST", body });
      const answer = await upload({ request, context: asMember, params: {} });
      expect(answer.status).toBe(200);
    }
    await send(member, "send", { isTrue: "on" });

    const marks = [...Object.values(TYPED), PLANTED, FILE_NAME];
    const { documents } = await storedIdentity(harness.database.db, {
      companyId,
      memberId: member.id,
    });
    const request = new Request("http://house.example/");
    for (const { id } of documents) {
      for (const [open, context] of [
        [ownDocument, asMember],
        [openDocument, asOwner],
      ] as const) {
        const opened = await open({ request, context, params: { id } });
        expect(opened.headers.get("cache-control")).toBe("private, no-store");
        const shown = new Uint8Array(await opened.arrayBuffer());
        expect(Buffer.from(shown).includes(PLANTED)).toBe(false);
        marks.push(...marksOf(shown));
      }
    }
    const reason = "Too dark";
    const again = { "documents[0].id": documents[0]?.id ?? "", "documents[0].reason": reason };
    const asked = await sendForm(decide, {
      as: ({ canUndo = false }) => harness.as(owner, { canUndo }),
      path: "/admin/identity",
      body: { id: member.id, decision: "ASK", ...again },
    });
    expect(asked.to).toBe("/admin/identity?undo=1");

    const places = await tableTexts(harness.database.db);
    places.set("log", lines.join("\n"));
    for (const { storageKey } of documents) {
      const kept = await harness.deps.storage.get(storageKey);
      const text = `${kept?.toString("latin1")} ${kept?.toString("hex")} ${kept?.toString("base64")}`;
      places.set(`file ${storageKey}`, text);
    }
    const exported: Record<string, (args: LoaderFunctionArgs) => Promise<Response>> = {
      activity,
      holders,
      members,
      payments,
      purchases,
      rewards,
    };
    for (const [name, load] of Object.entries(exported)) {
      const answer = await load({ request, context: asOwner, params: {} });
      places.set(`export ${name}`, await answer.text());
      expect(answer.headers.get("cache-control")).toMatch(/no-store/);
    }
    const dataOf = (person: UserRow) => sendDownload(pageContext(() => harness.as(person)));
    const other = await harness.person(companyId, "USER");
    places.set("another's data", await dataOf(other));
    const mails = await harness.sentTo(member.email, "identityAsked");
    expect(mails).toHaveLength(1);
    places.set("mails", JSON.stringify(mails));
    const found = [...places].flatMap(([place, text]) =>
      marks.filter((mark) => text.includes(mark)).map((mark) => `${mark} in ${place}`),
    );
    expect(found).toEqual([]);
    // The control: the search finds a picture where it belongs, in the member's own data.
    const own = await dataOf(member);
    expect(marks.some((mark) => own.includes(mark))).toBe(true);
    expect(own).toContain(TYPED.address);
    expect(lines.length).toBeGreaterThan(0);
  },
);

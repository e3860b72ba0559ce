import sharp from "sharp";
import { expect, test } from "vitest";
import type { AppLoadContext } from "@remix-run/node";
import { documentAnswer } from "~/components/identity/document-answer.server";
import { mayKeyCall } from "@server/access/rules/key-scopes";
import { KEY_SCOPES } from "@db/vocabulary";
import { appRouter } from "@server/http/router";
import { memberHarness } from "@server/testing/member-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);

test("no cache keeps a document, and its answer names nobody", async () => {
  const identity = {
    asks: "ALWAYS",
    abovePaise: null,
    evidence: ["PAN"],
    renewMonths: 0,
    mostUnverified: null,
    mostVerified: null,
  } as const;
  const companyId = await harness.company({ settings: { identity } });
  const person = await harness.person(companyId, "USER", { name: "Asha Rao" });
  const api = await harness.as(person);
  const drawn = sharp({ create: { width: 9, height: 9, channels: 3, background: "teal" } });
  const bytes = new Uint8Array(await drawn.png().toBuffer());
  const added = await api.identity.addDocument({
    kind: "PAN",
    side: "FRONT",
    file: { fileName: "asha-pan-ABCPE1234F.png", bytes },
  });
  const context = { caller: { language: "en" } } as unknown as AppLoadContext;
  const open = (id: string) => documentAnswer(context, id, (ref) => api.identity.ownDocument(ref));
  const answer = await open(added.id);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="document.webp"');
  expect(answer.headers.get("etag")).toBeNull();
  for (const id of ["no-id", companyId]) expect((await open(id)).status).toBe(404);
  // The name that the file had is nowhere.
  const named = await harness.database.sql`
    SELECT 1 FROM identity_documents d WHERE d::text LIKE '%ABCPE1234F%' OR d::text LIKE '%asha%'`;
  expect(named).toEqual([]);
});

test("no key opens a document", () => {
  const calls = Object.keys(appRouter._def.procedures).filter((name) => /ocument/.test(name));
  expect(calls).toContain("identity.openDocument");
  expect(calls.filter((name) => mayKeyCall(KEY_SCOPES, name))).toEqual([]);
});

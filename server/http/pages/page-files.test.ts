import { expect, test } from "vitest";
import type { Actor, Area } from "@server/access";
import { NOBODY } from "@server/access/call/actor";
import { storeFile } from "@server/media";
import { freshActor } from "@server/testing/actors";
import { memberHarness } from "@server/testing/member-harness";
import { resultCode } from "@server/testing/order-harness";
import { hugePng } from "@server/testing/sample-files";
import { builtInBrand } from "@themes/registry";
import { pageFiles } from "./page-files";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);

test("a browser opens what any of its sessions may, and nothing else", async () => {
  const companyId = await harness.company();
  const owner = await harness.person(companyId, "USER");
  const other = await harness.person(companyId, "USER");
  const admin = await harness.person(companyId, "ADMIN");
  const file = { fieldName: "medias", fileName: "proof.png", bytes: hugePng(8, 8) };
  const { id } = await storeFile(harness.deps, freshActor(owner), file);
  const brand = builtInBrand("GLXY");
  if (!brand) throw new Error("There is no such brand.");
  const browser = (actors: Partial<Record<Area, Actor>>) =>
    pageFiles(harness.deps, {
      site: { kind: "platform" },
      brand,
      language: "en",
      actorOf: (area) => Promise.resolve(actors[area] ?? NOBODY),
      source: {} as never,
      member: () => Promise.resolve(null),
    });
  const [member, boss] = [freshActor(other), freshActor(admin)];
  // The member's refusal does not end the search.
  expect((await browser({ user: member, admin: boss }).open(id, null)).status).toBe(200);
  expect(await resultCode(browser({ user: member }).open(id, null))).toBe("MEDIA_NOT_FOUND");
  expect(await resultCode(browser({}).open(id, null))).toBe("NOT_SIGNED_IN");
});

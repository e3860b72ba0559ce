import { expect, test } from "vitest";
import { rejectReasons, applyChosenReason, defaultReasons } from "./reject-reasons.server";

type Context = Parameters<typeof rejectReasons>[0];
type Api = Parameters<typeof rejectReasons>[1];
const keeping = (reasons: string[] | null) =>
  ({ orders: { rejectReasons: () => Promise.resolve(reasons) } }) as unknown as Api;

const readBy = (language: "en" | "hi") => ({ caller: { language } }) as Context;

test("a company's own reasons are offered, else the usual ones in the admin's language", async () => {
  expect(await rejectReasons(readBy("en"), keeping(["Ours"]))).toEqual(["Ours"]);
  const [english, hindi] = [defaultReasons("en"), defaultReasons("hi")];
  expect(await rejectReasons(readBy("hi"), keeping(null))).toEqual(hindi);
  expect(new Set([...english, ...hindi]).size).toBe(12);
});

test.each([
  ["a chosen reason is the reason", { template: "Chosen", reason: " " }, "Chosen"],
  ["what is typed comes first", { template: "Chosen", reason: "Typed" }, "Typed"],
  ["without a choice the reason stays as typed", { template: "", reason: "Typed" }, "Typed"],
  ["nothing is no reason", { template: "", reason: "" }, ""],
])("of a rejection's reason, %s", (_, fields, expected) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  applyChosenReason(form);
  expect([form.get("reason"), form.has("template")]).toEqual([expected, false]);
});

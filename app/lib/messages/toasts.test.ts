import type { AppLoadContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { z } from "zod";
import { submit } from "~/lib/forms/submit";
import { takeToasts, withToast } from "./toasts.server";

const inLanguage = (language: "en" | "hi") => ({ caller: { language } }) as AppLoadContext;

/** The toasts that the page behind a redirect shows. */
async function toastsAfter(answer: Response) {
  const [cookie = ""] = (answer.headers.get("Set-Cookie") ?? "").split(";");
  const next = new Request("https://house.example/", { headers: { Cookie: cookie } });
  return (await takeToasts(next)).toasts;
}

test("the next page shows a text by its key, with its facts, in the reader's language", async () => {
  const order = "PUR-123456";
  const shown = await Promise.all(
    (["en", "hi"] as const).map(async (language) =>
      toastsAfter(await withToast(inLanguage(language), "/", "decisions:undone", { order })),
    ),
  );
  const texts = shown.map(([toast]) => toast?.text ?? "");
  expect(new Set(texts).size).toBe(2);
  for (const text of texts) expect(text).toContain(order);
  expect(shown.flat().map(({ tone }) => tone)).toEqual(["success", "success"]);
});

test("a form that names its next page and toast leads there once its call succeeded", async () => {
  const sent = submit(inLanguage("en"), new FormData(), {
    schema: z.object({}),
    call: () => Promise.resolve(null),
    done: { to: "/admin/changes", toast: "changes:storedToast" },
  });
  const answer = await sent.catch((thrown: unknown) => thrown);
  if (!(answer instanceof Response)) throw new Error("It led nowhere.");
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/admin/changes"]);
  expect(await toastsAfter(answer)).toHaveLength(1);
});

import type { Language } from "@db/vocabulary";
import type { AppLoadContext } from "@remix-run/node";
import type { Caller } from "@server/http/router";
import { translatorOf } from "@server/platform/words/translators.server";

const USUAL = ["notReceived", "differs", "reference", "proof", "twice", "account"] as const;

/** Returns the default reasons of a rejection, in the admin's language. */
export function defaultReasons(language: Language): string[] {
  const { t } = translatorOf(language);
  return USUAL.map((name) => t(`decisions:reasons.${name}`));
}

/** The reasons from which `ReasonField` chooses. */
export async function rejectReasons(
  { caller: { language } }: AppLoadContext,
  api: Caller,
): Promise<string[]> {
  return (await api.orders.rejectReasons()) ?? defaultReasons(language);
}

/** Fills an empty reason with the chosen one, as scripts do in the browser. */
export function applyChosenReason(form: FormData): void {
  const [typed, chosen] = [form.get("reason"), form.get("template")];
  if (typeof chosen === "string" && (typeof typed !== "string" || typed.trim() === "")) {
    form.set("reason", chosen);
  }
  form.delete("template");
}

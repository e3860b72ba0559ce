import type { AppLoadContext } from "@remix-run/node";
import type { Caller } from "@server/http/router";
import { translatorOf } from "@server/platform/words/translators.server";

const USUAL = ["notReceived", "differs", "reference", "proof", "twice", "account"] as const;

/** What a company without reasons of its own chooses from, in the admin's language. */
export function defaultReasons({ language }: Pick<AppLoadContext, "language">): string[] {
  const { t } = translatorOf(language);
  return USUAL.map((name) => t(`decisions:reasons.${name}`));
}

/** The reasons of a rejection to choose from. */
export async function rejectReasons(
  context: Pick<AppLoadContext, "language">,
  api: Caller,
): Promise<string[]> {
  return (await api.orders.rejectReasons()) ?? defaultReasons(context);
}

/** Without scripts the chosen reason is the reason, unless another is typed. */
export function applyChosenReason(form: FormData): void {
  const [typed, chosen] = [form.get("reason"), form.get("template")];
  if (typeof chosen === "string" && (typeof typed !== "string" || typed.trim() === "")) {
    form.set("reason", chosen);
  }
  form.delete("template");
}

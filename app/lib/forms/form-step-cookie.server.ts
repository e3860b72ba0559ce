/**
 * Keeps the input of a two-step form's first step for the second: a phone may reload the page after
 * the user switches to their mail.
 */
import { createCookie } from "@remix-run/node";

const SECONDS = 1200;

/**
 * The cookie is not signed: a forged one affects only its own browser, and the second step checks
 * everything.
 */
export function formStepCookie<Field extends string>(name: string, fields: readonly Field[]) {
  const cookie = createCookie(`prelaunch_${name}`, { path: "/", httpOnly: true, sameSite: "lax" });
  return {
    /** The Set-Cookie value that stores the fields for as long as a proven code is valid. */
    keep: (values: Record<Field, string>, origin: string): Promise<string> =>
      cookie.serialize(values, { maxAge: SECONDS, secure: origin.startsWith("https:") }),
    /** The Set-Cookie value that clears them. */
    forget: (): Promise<string> => cookie.serialize("", { maxAge: 0 }),
    async read(request: Request): Promise<Record<Field, string> | null> {
      const kept: unknown = await cookie.parse(request.headers.get("Cookie"));
      if (typeof kept !== "object" || kept === null) return null;
      const entries = fields.map((field) => {
        const value: unknown = Object.getOwnPropertyDescriptor(kept, field)?.value;
        return [field, typeof value === "string" ? value.slice(0, 300) : ""] as const;
      });
      return Object.fromEntries(entries) as Record<Field, string>;
    },
  };
}

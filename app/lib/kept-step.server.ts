/**
 * What the first step of a form in two was told, kept for the second: whoever leaves for their mail
 * on a phone may come back to a page that is loaded anew.
 */
import { createCookie } from "@remix-run/node";

const SECONDS = 600;

/** Not signed: whoever writes it only speaks to themself, and the second step checks everything. */
export function keptStep<Field extends string>(name: string, fields: readonly Field[]) {
  const cookie = createCookie(`prelaunch_${name}`, { path: "/", httpOnly: true, sameSite: "lax" });
  return {
    /** The Set-Cookie value that keeps them, as long as a code lives. */
    keep: (values: Record<Field, string>, origin: string): Promise<string> =>
      cookie.serialize(values, { maxAge: SECONDS, secure: origin.startsWith("https:") }),
    /** The Set-Cookie value that forgets them. */
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

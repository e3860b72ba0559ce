/** The migrated database that tests copy. */
export const TEMPLATE = "prelaunch_template";

/** The same server's other database. */
export function urlOfDatabase(url: string, name: string): string {
  const at = new URL(url);
  at.pathname = name;
  return at.toString();
}

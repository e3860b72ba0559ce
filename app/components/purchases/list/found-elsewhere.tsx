import { Link } from "@remix-run/react";
import type { Elsewhere } from "./elsewhere.server";

/** Says in which other lists a search finds something. */
export function FoundElsewhere({ found }: { found: Elsewhere }) {
  if (!found) return null;
  return (
    <p className="note flex flex-wrap gap-x-4 gap-y-1" role="status">
      {found.title}
      {found.links.map(({ to, label }) => (
        <Link key={to} className="link-out" to={to}>
          {label}
        </Link>
      ))}
    </p>
  );
}

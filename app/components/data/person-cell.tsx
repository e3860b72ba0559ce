import { Link } from "@remix-run/react";
import { memberPath } from "~/lib/paths";

/** A member's name, which leads to the member unless the account has ended, above the Member ID. */
export const PersonCell = ({
  person: { id, name, memberId, isThere = true },
}: {
  person: { id: string; name: string; memberId: string; isThere?: boolean };
}) => (
  <>
    {isThere ? (
      <Link to={memberPath(id)} className="cell-link">
        {name}
      </Link>
    ) : (
      name
    )}
    {"\n"}
    <span className="mono hint">{memberId || "--"}</span>
  </>
);

import UserRound from "lucide-react/icons/user-round";
import type { InvitationWords } from "~/lib/pages/front-words.server";

/** Who invites, by the initial of who agreed to be named, and what both receive. */
export const Inviter = ({
  invitation: { name, by, reward, note },
}: {
  invitation: Pick<InvitationWords, "name" | "by" | "reward" | "note">;
}) => (
  <>
    <div className="flex items-center gap-3">
      <span className="initial" aria-hidden>
        {name === null ? <UserRound /> : [...name][0]}
      </span>
      <h1 className="min-w-0">{by}</h1>
    </div>
    <p>{[reward, note].filter(Boolean).join(" ")}</p>
  </>
);

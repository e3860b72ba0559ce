import UserRound from "lucide-react/icons/user-round";
import type { InvitationWords } from "~/lib/pages/front-words.server";

/** Who invites, by the initial of who agreed to be named, and what both receive. */
export function Inviter({
  invitation: { name, by, reward, note },
  isTitle,
}: {
  invitation: Pick<InvitationWords, "name" | "by" | "reward" | "note">;
  /** It is the page's heading. */
  isTitle?: boolean;
}) {
  const Title = isTitle ? "h1" : "p";
  return (
    <>
      <div className="flex items-center gap-3">
        <span className="initial" aria-hidden>
          {name === null ? <UserRound /> : [...name][0]}
        </span>
        <Title className={isTitle ? "min-w-0" : "inviter min-w-0"}>{by}</Title>
      </div>
      <p>{[reward, isTitle && note].filter(Boolean).join(" ")}</p>
    </>
  );
}

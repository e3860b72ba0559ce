import UserRound from "lucide-react/icons/user-round";
import { useTranslation } from "react-i18next";
import type { InvitationWords } from "~/lib/pages/front-words.server";

/** Who invites, by the initial of who agreed to be named, and what both receive. */
export function Inviter({
  invitation: { name, code, by, reward, note },
  isTitle,
}: {
  invitation: Pick<InvitationWords, "name" | "code" | "by" | "reward" | "note">;
  /** It is the page's heading. */
  isTitle?: boolean;
}) {
  const { t } = useTranslation("people");
  const Title = isTitle ? "h1" : "p";
  return (
    <>
      <div className="flex items-center gap-3">
        <span className="initial" aria-hidden>
          {name === null ? <UserRound /> : [...name][0]}
        </span>
        <Title className={isTitle ? "min-w-0" : "inviter min-w-0"}>{by}</Title>
      </div>
      <p>{reward}</p>
      <p className="hint">{isTitle ? note : t("code", { code })}</p>
    </>
  );
}

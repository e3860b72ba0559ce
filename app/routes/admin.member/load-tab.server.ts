import type { Caller } from "@server/http/router";
import type { MemberTab } from "./member-tabs";

interface Asked {
  id: string;
  page: number;
  /** False for an admin, who has no tokens. */
  isMember: boolean;
}

/** The rows of the part that the URL selects; the others are not read. */
export async function loadTab(api: Caller, part: MemberTab, asked: Asked) {
  const { id, isMember } = asked;
  switch (part) {
    case "profile":
      return {
        part,
        wallets: isMember ? await api.launch.walletsOf({ memberId: id }) : null,
      } as const;
    case "orders":
      return { part, ...(await api.members.orders(asked)) } as const;
    case "allocations":
      return { part, ...(await api.members.allocations(asked)) } as const;
    case "referrals":
      return { part, ...(await api.members.referrals(asked)) } as const;
    case "sessions":
      return { part, sessions: await api.members.sessions({ id }) } as const;
    case "notes":
      return { part, notes: await api.notes.list({ memberId: id }) } as const;
    case "messages":
      return { part, ...(await api.members.messages(asked)) } as const;
    case "activity":
      return { part, ...(await api.members.activity(asked)) } as const;
  }
}

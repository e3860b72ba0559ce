import type { SerializeFrom } from "@remix-run/node";
import type { MemberCard } from "@server/contracts/member-desk";
import { MemberActivityList } from "./activity-list";
import { AllocationList, MessageList, OrderList, ReferralList } from "./lists";
import { MemberProfile } from "./member-profile";
import { MemberSessions } from "./member-sessions";
import type { readPart } from "./read-part.server";

/** The part of the page that the address asks for. */
export function MemberPart({
  member,
  shown,
  result,
}: {
  member: MemberCard;
  shown: SerializeFrom<Awaited<ReturnType<typeof readPart>>>;
  result: unknown;
}) {
  switch (shown.part) {
    case "profile":
      return <MemberProfile member={member} />;
    case "orders":
      return <OrderList rows={shown.records} />;
    case "allocations":
      return <AllocationList rows={shown.records} />;
    case "referrals":
      return <ReferralList rows={shown.records} />;
    case "sessions":
      return <MemberSessions sessions={shown.sessions} result={result} />;
    case "messages":
      return <MessageList rows={shown.records} />;
    case "activity":
      return <MemberActivityList rows={shown.records} />;
  }
}

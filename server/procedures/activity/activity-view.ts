import { type ActorRole, type listActivity } from "@db/queries/activity";
import type { ActivityActor, ActivityRecord, ListActivity } from "@server/contracts/activity";
import { ACTIONS } from "@server/domain/activity/actions";
import { changesIn } from "@server/domain/activity/changes";
import { containsPattern } from "@server/domain/search/like";

const DAY_MS = 86_400_000;

const KIND_OF_ROLE = {
  ADMIN: "ADMIN",
  USER: "USER",
  SUPER_ADMIN: "PLATFORM",
  NOBODY: "VISITOR",
  SYSTEM: "SYSTEM",
} as const satisfies Record<ActorRole, ActivityActor>;

const ROLES = Object.keys(KIND_OF_ROLE) as ActorRole[];

/** The first moment of a day in India. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00+05:30`);

/** What a list of the activity asks the books for. */
export function activityFilter({ search, actor, action, from, to }: ListActivity) {
  return {
    pattern: containsPattern(search),
    roles: actor ? ROLES.filter((role) => KIND_OF_ROLE[role] === actor) : null,
    action: action
      ? Object.hasOwn(ACTIONS, action)
        ? { subjectType: action }
        : { is: action }
      : null,
    from: from ? startOf(from) : null,
    before: to ? new Date(startOf(to).getTime() + DAY_MS) : null,
  };
}

type Row = Awaited<ReturnType<typeof listActivity>>["records"][number];

/** A line of the books as an admin sees it. */
export function activityRecord({ line, actor, person, orderNumber }: Row): ActivityRecord {
  const kind = KIND_OF_ROLE[line.actorRole];
  const isOurs = kind === "ADMIN" || kind === "USER";
  return {
    id: line.id,
    at: line.createdAt.toISOString(),
    action: line.action,
    actor: {
      kind,
      name: isOurs ? (actor?.name ?? null) : null,
      referralCode: kind === "USER" ? (actor?.referralCode ?? null) : null,
    },
    subject: {
      type: line.subjectType,
      id: line.subjectId,
      label: person ?? orderNumber ?? named(line),
    },
    changes: changesIn(line.before, line.after),
  };
}

/** What the line itself calls its subject. */
function named({ before, after }: Row["line"]): string | null {
  for (const field of ["host", "accountNumber", "upi"] as const) {
    const known = changesIn(after ?? before, null).find((change) => change.field === field);
    if (typeof known?.before === "string") return known.before;
  }
  return null;
}

import { type ActorRole, listActivity } from "@db/queries/activity";
import {
  type ActivityActor,
  type ActivityList,
  type ActivityRecord,
  ListActivity,
} from "@server/contracts/activity";
import { ACTIONS } from "@server/domain/activity/actions";
import { changesIn } from "@server/domain/activity/changes";
import { lastPageOf, offsetOf } from "@server/domain/paging/paging";
import { containsPattern } from "@server/domain/search/like";
import { adminProcedure, router } from "@server/trpc";

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

/** Who did what and when in the admin's own company. */
const list = adminProcedure
  .input(ListActivity)
  .query(async ({ ctx, input }): Promise<ActivityList> => {
    const { actor, action, from, to } = input;
    const { records, total } = await listActivity(ctx.db, ctx.company.id, {
      pattern: containsPattern(input.search),
      roles: actor ? ROLES.filter((role) => KIND_OF_ROLE[role] === actor) : null,
      action: action
        ? Object.hasOwn(ACTIONS, action)
          ? { subjectType: action }
          : { is: action }
        : null,
      from: from ? startOf(from) : null,
      before: to ? new Date(startOf(to).getTime() + DAY_MS) : null,
      limit: input.limit,
      offset: offsetOf(input),
    });
    return { total, lastPage: lastPageOf(total, input.limit), records: records.map(recordOf) };
  });

type Row = Awaited<ReturnType<typeof listActivity>>["records"][number];

function recordOf({ line, actor, person, orderNumber }: Row): ActivityRecord {
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

export const activityRouter = router({ list });

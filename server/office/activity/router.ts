import { listActivity } from "@server/office/queries/activity";
import { type ActorRole, translatorOf } from "@server/platform";
import { ListActivity, type ActivityRecord } from "@server/office/contracts/activity";
import { lastPageOf, sliceOf } from "@server/platform/rules/paging";
import { adminProcedure, router } from "@server/access";
import {
  ACTIONS,
  type ActivityActor,
  type ActivityGroup,
  LOOK,
  nounsOf,
  WITHOUT_LOOKS,
} from "@server/office/rules/activity/actions";
import { changesIn } from "@server/office/rules/activity/changes";
import { containsPattern } from "@server/platform/rules/like";
import type { Language } from "@db/vocabulary";

const DAY_MS = 86_400_000;

const KIND_OF_ROLE = {
  ADMIN: "ADMIN",
  USER: "USER",
  SUPER_ADMIN: "PLATFORM",
  NOBODY: "VISITOR",
  KEY: "KEY",
  SYSTEM: "SYSTEM",
} as const satisfies Record<ActorRole, ActivityActor>;

const ROLES = Object.keys(KIND_OF_ROLE) as ActorRole[];
const PEOPLE = ROLES.filter((role) => role !== "SYSTEM");

/** Midnight in India at the start of a day. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00+05:30`);

const isGroup = (action: string): action is ActivityGroup => Object.hasOwn(ACTIONS, action);

/** The audit log filter of a list of the activity, for a reader of this language. */
export function activityFilter(
  { search, actor, action, from, to }: Omit<ListActivity, "page" | "limit">,
  language: Language,
) {
  const roles = actor === "PEOPLE" ? PEOPLE : ROLES.filter((role) => KIND_OF_ROLE[role] === actor);
  return {
    pattern: containsPattern(search),
    named: search ? actionsNamed(search, language) : [],
    roles: actor ? roles : null,
    action: action ? chosen(action) : null,
    from: from ? startOf(from) : null,
    before: to ? new Date(startOf(to).getTime() + DAY_MS) : null,
  };
}

function chosen(action: string) {
  if (action === WITHOUT_LOOKS) return { not: LOOK };
  return isGroup(action) ? { nouns: nounsOf(action) } : { is: action };
}

/** Lists the actions whose text in the reader's language has these words. */
function actionsNamed(words: string, language: Language): string[] {
  const { t } = translatorOf(language);
  return Object.values(ACTIONS)
    .flat()
    .filter((action) =>
      t(`activity:actions.${action}`).toLowerCase().includes(words.toLowerCase()),
    );
}

type Row = Awaited<ReturnType<typeof listActivity>>["records"][number];

/** An audit entry as an admin sees it. */
export function activityRecord({ line, actor, person, orderNumber }: Row): ActivityRecord {
  const kind = KIND_OF_ROLE[line.actorRole];
  const isOurs = kind === "ADMIN" || kind === "USER" || kind === "KEY";
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

/** The subject's name as recorded in the entry. */
function named({ before, after }: Row["line"]): string | null {
  for (const field of ["host", "accountNumber", "upi"] as const) {
    const known = changesIn(after ?? before, null).find((change) => change.field === field);
    if (typeof known?.before === "string") return known.before;
  }
  return null;
}

/** Lists the activity of the admin's own company: actor, action and time. */
const list = adminProcedure.input(ListActivity).query(async ({ ctx, input }) => {
  const { records, total } = await listActivity(ctx.db, ctx.company.id, {
    ...activityFilter(input, ctx.language),
    ...sliceOf(input),
  });
  return {
    total,
    lastPage: lastPageOf(total, input.limit),
    records: records.map(activityRecord),
  };
});

export const activityRouter = router({ list });

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DecideIdentity, UndoIdentity } from "@server/members/contracts/identity-desk";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { KeysPanel } from "~/components/purchases/keys/keys-panel";
import { usualReasons } from "~/components/identity/usual-reasons.server";
import { UndoStrip } from "~/components/purchases/decide/undo-strip";
import { adminApi, keyOf } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { revalidateChanged } from "~/lib/forms/revalidate-changed";
import { submit } from "~/lib/forms/submit";
import { refusalIn, orRefuse } from "~/lib/messages/refusals";
import { withRefusal, withToast } from "~/lib/messages/toasts.server";
import { loadWords } from "~/lib/messages/words";
import { titled } from "~/lib/pages/page-meta";
import { BackLink } from "~/components/layout/back-link";
import { memberPath, paths } from "~/lib/paths";
import { Step, useDecisionKeys, useTop } from "../admin.payments/one-by-one/keys-list";
import { CaseDecision } from "./case-decision";
import { CaseDocuments } from "./case-documents";
import { CaseFacts } from "./case-facts";

export const handle = await loadWords("admin/identity-desk", "admin/purchases", "admin/review");

const constraints = constraintsOf({ decide: DecideIdentity });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const [list, undoable] = await orRefuse(
    context,
    Promise.all([
      api.identity.queue({ page: 1, limit: 100 }),
      asked.has("undo") ? api.identity.undoable() : null,
    ]),
  );
  const id = asked.get("member") ?? list.records[0]?.id;
  const shown = id ? await orRefuse(context, api.identity.find({ id }).catch(notSent)) : null;
  // A member who sent nothing has no case, and is named.
  const member = id && !shown ? await orRefuse(context, api.members.find({ id })) : null;
  const at = list.records.findIndex((one) => one.id === shown?.id);
  return {
    constraints,
    total: list.total,
    member: member && { id: member.id, name: member.name },
    shown,
    reasons: shown?.reasons ?? usualReasons(context.caller.language),
    next: list.records[at + 1]?.id ?? null,
    previous: at > 0 ? (list.records[at - 1]?.id ?? null) : null,
    undoable,
    idempotencyKey: crypto.randomUUID(),
  };
}

/** A member who has sent nothing has no case. */
function notSent(thrown: unknown): null {
  if (refusalIn(thrown)?.code === "IDENTITY_NOT_FOUND") return null;
  throw thrown;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  if (form.get("intent") === "undo") return undo(form, context);
  const api = await adminApi(context, { idempotencyKey: keyOf(form), canUndo: true });
  const then = form.get("then");
  return submit(context, form, {
    schema: DecideIdentity,
    call: (input) => api.identity.decide(input),
    done: () => redirect(caseOf(typeof then === "string" ? then : null, { undo: "1" })),
  });
}

/** The address of a case, without one of the oldest that waits. */
const caseOf = (member: string | null, more: Record<string, string> = {}): string => {
  const asked = new URLSearchParams({ ...(member && { member }), ...more });
  return asked.size > 0 ? `${paths.admin.identity}?${asked.toString()}` : paths.admin.identity;
};

/** The changes of the address that lead to another case; null for none. */
const caseAt = (member: string | null) =>
  member === null ? null : { member, view: null, turn: null, zoom: null, undo: null };

async function undo(form: FormData, context: ActionFunctionArgs["context"]) {
  const api = await adminApi(context);
  try {
    const input = UndoIdentity.safeParse(Object.fromEntries(form));
    if (!input.success) throw refuse("INVALID_INPUT");
    await api.identity.undo(input.data);
    return await withToast(context, caseOf(input.data.id), "identity-desk:undone");
  } catch (thrown) {
    return withRefusal(context, paths.admin.identity, thrown);
  }
}

export const shouldRevalidate = revalidateChanged;

export const meta = titled("Identity");

export default function IdentityDesk() {
  const { total, member, shown, reasons, next, previous, undoable, idempotencyKey } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation("identity-desk");
  useDecisionKeys(() => undefined);
  // Forms keep the scroll position; another case begins at its top.
  const mark = shown ? `${shown.id} ${shown.version}` : "";
  useTop(mark);
  return (
    <div className={`dense grid gap-4 ${undoable ? "pb-24" : ""}`}>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t("title")}</h1>
        <div className="flex flex-wrap items-center gap-2">
          <p className="font-semibold tabular">{t("waiting", { count: total })}</p>
          {shown && (
            <KeysPanel
              of={[
                "step",
                "picture",
                "pictures",
                "zoom",
                "turn",
                "accept",
                "ask",
                "refuse",
                "send",
                "undo",
                "panel",
              ]}
            />
          )}
          <Step to={caseAt(previous)} name="previous" />
          <Step to={caseAt(next)} name="next" />
        </div>
      </header>
      {shown ? (
        <div
          // Remounts for another case or version, so that no answer to an earlier one stays.
          key={mark}
          className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]"
        >
          <CaseDocuments shown={shown} />
          <div className="grid gap-4">
            <CaseFacts shown={shown} />
            {shown.state === "SENT" && <CaseDecision shown={shown} reasons={reasons} then={next} />}
          </div>
        </div>
      ) : (
        <>
          {member && <h2 className="break-words">{member.name}</h2>}
          <p className="hint">{t(member ? "notSent" : "none")}</p>
          {member && <BackLink to={memberPath(member.id)}>{t("member")}</BackLink>}
        </>
      )}
      {undoable && (
        <UndoStrip
          key={undoable.decidedAt}
          intent="undo"
          seconds={undoable.secondsLeft}
          idempotencyKey={idempotencyKey}
          text={t(`made.${undoable.decision}`, { name: undoable.name })}
        >
          <input type="hidden" name="id" value={undoable.id} />
          <input type="hidden" name="decidedAt" value={undoable.decidedAt} />
        </UndoStrip>
      )}
    </div>
  );
}

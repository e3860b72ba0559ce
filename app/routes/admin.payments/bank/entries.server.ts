import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  AcceptSum,
  ApproveFlaggedLine,
  ApproveLine,
  DecideFlagged,
  DecideTicked,
  PutAwayMany,
  ReopenLine,
  SetAsideLine,
  UnlinkLine,
} from "@server/orders/contracts/statements";
import { ReverseOrderForm } from "@server/orders/contracts/decisions";
import { adminApi, keyOf } from "~/lib/callers";
import { intentIn } from "~/lib/forms/form-reply";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { notFound, orRefuse } from "~/lib/messages/refusals";
import { entryListIn } from "./entry-list-address";
import { formatRupees } from "@server/platform/rules/money/format";
import { translateRefusal, translatorOf } from "@server/platform/words/translators.server";
import { searchWith } from "~/lib/lists/list-query";
import { paths } from "~/lib/paths";
import type { ShownOutcome } from "~/components/purchases/decide/decided-many";
import { toDecided, toDecidedMany } from "~/components/purchases/decide/to-decided.server";
import { findElsewhere } from "~/components/purchases/list/elsewhere.server";
import { submit } from "~/lib/forms/submit";
import { redirectWithToast, success } from "~/lib/messages/toasts.server";

const constraints = constraintsOf({
  approve: ApproveLine,
  approveFlagged: ApproveFlaggedLine,
  decideFlagged: DecideFlagged,
  setAside: SetAsideLine,
  unlink: UnlinkLine,
  acceptSum: AcceptSum,
  reverse: ReverseOrderForm,
  putAwayMany: PutAwayMany,
});

/** Entries of statements, by how they match orders. */
export async function loadEntries({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = entryListIn(request);
  const list = await orRefuse(context, api.statements.lines(asked));
  const { search } = asked;
  return {
    constraints,
    elsewhere:
      list.total === 0 ? await findElsewhere(context, api, { search, here: "BANK" }) : null,
    ...list,
    limit: asked.limit,
    sort: asked.sort,
    isDescending: asked.isDescending,
    isSearch: asked.search !== "",
    idempotencyKey: crypto.randomUUID(),
  };
}

/**
 * The forms of the page. An intent names what is done and the entry, since each entry has forms of its
 * own; a list then stays where it is.
 */
export async function changeEntry({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const [name = "", lineId = ""] = (intentIn(form) ?? "").split(" ");
  // One page has one key for all of its forms.
  const idempotencyKey = keyOf(form, `${name}.${lineId}`);
  const api = await adminApi(context, { idempotencyKey, canUndo: true });
  const asked = new URL(request.url).searchParams;
  // The strip of an earlier decision stays for its time.
  const back = paths.admin.payments + searchWith(asked, { unlink: null });
  const { t } = translatorOf(context.caller.language);
  const done = (key: string, facts: Record<string, string> = {}) => {
    const [toast] = success(t(`statements:entries.${key}`, facts));
    return redirectWithToast(back, toast ? [{ ...toast, isAtFoot: true }] : []);
  };
  switch (name) {
    case "decideMany":
      return submit(context, form, {
        schema: form.has("reason") ? DecideFlagged : DecideTicked,
        call: (input) => api.statements.decideMany(input),
        done: (outcomes, { answer }) =>
          toDecidedMany(
            context,
            api,
            {
              did: answer === "REST" ? "wait" : "approve",
              outcomes: outcomes.map(({ orderId, order, refusal }): ShownOutcome => ({
                orderId,
                order: order && {
                  orderNumber: order.orderNumber,
                  userName: order.memberName,
                  finalAmountPaise: order.totalPaise,
                  status: refusal ? null : answer === "REST" ? "PENDING" : "APPROVED",
                  missingPaise: order.missingPaise,
                },
                refusal:
                  refusal &&
                  translateRefusal(context.caller.language, refusal.code, refusal.params),
              })),
            },
            paths.admin.payments + searchWith(asked, { unlink: null, undo: null }),
          ),
      });
    case "approve":
    case "approveFlagged": {
      const next = form.get("next");
      const open = typeof next === "string" ? next : null;
      const then = paths.admin.payments + searchWith(asked, { unlink: null, open });
      return submit(context, form, {
        schema: name === "approve" ? ApproveLine : ApproveFlaggedLine,
        call: (input) => api.statements.approve(input),
        done: ({ id: orderId, orderNumber: order }) =>
          toDecided(
            context,
            api,
            { orderId, back: open ? `${then}#${open}` : then },
            "statements:entries.approved",
            { order },
          ),
        stored: then,
      });
    }
    case "reverse":
      return submit(context, form, {
        schema: ReverseOrderForm,
        call: (input) => api.orders.reverse(input),
        done: ({ orderNumber: order }) => done("wasReversed", { order }),
      });
    case "setAside":
      return submit(context, form, {
        schema: SetAsideLine,
        call: (input) => api.statements.setAside(input),
        done: () => done("wasSetAside"),
      });
    case "putAwayMany":
      return submit(context, form, {
        schema: PutAwayMany,
        call: (input) => api.statements.putAwayMany(input),
        done: ({ count, amountPaise, leftOut }) =>
          redirectWithToast(
            back,
            success([
              t("statements:entries.putAwayMany.done", { count, sum: formatRupees(amountPaise) }),
              ...(leftOut > 0
                ? [t("statements:entries.putAwayMany.leftOut", { count: leftOut })]
                : []),
            ]),
          ),
      });
    case "reopen":
      return submit(context, form, {
        schema: ReopenLine,
        call: (input) => api.statements.reopen(input),
        done: () => done("reopened"),
      });
    case "unlink":
      return submit(context, form, {
        schema: UnlinkLine,
        call: (input) => api.statements.unlink(input),
        done: () => done("unlinked"),
      });
    case "acceptSum":
      return submit(context, form, {
        schema: AcceptSum,
        call: (input) => api.statements.acceptSum(input),
        done: () => done("sumAccepted"),
      });
    default:
      throw notFound(context);
  }
}

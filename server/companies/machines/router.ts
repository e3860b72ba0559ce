import { newId } from "@db/ids";
import { violatedConstraint } from "@db/client";
import {
  adminProcedure,
  countApiKeys,
  endApiKey,
  insertApiKey,
  listApiKeys,
  newApiKey,
  recordAudit,
  router,
  transactWithin,
  type AdminContext,
  inTransaction,
} from "@server/access";
import {
  AddEndpoint,
  AddKey,
  type Delivery,
  MachineRef,
  type Machines,
  MOST_KEYS,
} from "@server/companies/contracts/machines";
import {
  countEndpoints,
  endEndpoint as endOne,
  findPerson,
  insertEndpoint,
  listDeliveries,
  listEndpoints,
  MOST_ENDPOINTS,
  newWebhookSecret,
  renewEndpointSecret,
  sendAgain as sendOneAgain,
  urlFault,
  type MachineChange,
} from "@server/messages";
import { refuse, refuseField, orRefuse } from "@server/platform/rules/refusals/refuse";
import { notifyCompany } from "@server/companies/second-admin/notify-company";
import { lockCompany } from "@server/sites";

/** Ended keys stay listed, as far as there is room. */
const LISTED = 50;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Deliveries that the page shows. */
const DELIVERIES = 30;

/** Mails all admins and the company's contacts what an owner made for machines, in the same transaction. */
async function notifyOfMachine(
  ctx: AdminContext,
  change: MachineChange,
  what: string,
): Promise<void> {
  const by = await findPerson(ctx.db, ctx.company.id, ctx.actor.id);
  const params = { change, what, by: by?.name ?? "" };
  await notifyCompany(ctx, { template: "machineChanged", params }, { contacts: true });
}

/** Lists the company's keys and endpoints with the newest deliveries. */
const list = adminProcedure.query(async ({ ctx }): Promise<Machines> => {
  const { db, company, deps } = ctx;
  const [keys, endpoints, deliveries] = await Promise.all([
    listApiKeys(db, company.id, LISTED),
    listEndpoints(db, company.id, LISTED),
    listDeliveries(db, company.id, DELIVERIES),
  ]);
  const living = new Set(endpoints.flatMap(({ id, endedAt }) => (endedAt ? [] : [id])));
  return {
    keys: keys.map(({ key: { id, name, prefix, scopes, ...times }, maker }) => ({
      id,
      name,
      prefix,
      scopes,
      maker,
      createdAt: times.createdAt.toISOString(),
      lastUsedAt: iso(times.lastUsedAt),
      endedAt: iso(times.endedAt),
    })),
    endpoints: endpoints.map(({ id, url, events, endedWhy, ...times }) => ({
      id,
      url,
      events,
      endedWhy,
      createdAt: times.createdAt.toISOString(),
      failingSince: iso(times.failingSince),
      endedAt: iso(times.endedAt),
    })),
    deliveries: deliveries.map((sent) => {
      const { id, address: endpointId, status, attempts, reply } = sent;
      const text = sent.paramsEncrypted && deps.secrets.decrypt("message", sent.paramsEncrypted);
      const { type: event } = JSON.parse(text ?? "{}") as { type: Delivery["event"] };
      const isWaiting = status === "QUEUED";
      const isFresh = isWaiting && sent.attempts === 0;
      return {
        id,
        endpointId,
        event,
        status,
        attempts,
        reply,
        createdAt: sent.createdAt.toISOString(),
        dueAt: isWaiting ? sent.dueAt.toISOString() : null,
        canSendAgain: living.has(endpointId) && !isFresh,
      };
    }),
  };
});

/**
 * Makes a key of the company, which outlives its maker's account until an owner ends it. The answer has
 * the key itself, which is stored nowhere. Refuses with KEYS_FULL, and with KEY_NAME_TAKEN for a name
 * that a living key has.
 */
const addKey = adminProcedure.input(AddKey).mutation(async ({ ctx, input }) => {
  const { token, ...stored } = newApiKey();
  const id = newId();
  try {
    await transactWithin(ctx, async (inside, tx) => {
      const company = await lockCompany(tx, ctx.company.id);
      if ((await countApiKeys(tx, company.id)) >= MOST_KEYS) {
        throw refuse("KEYS_FULL", { count: MOST_KEYS });
      }
      const key = { ...input, ...stored, id, companyId: company.id, createdBy: ctx.actor.id };
      await insertApiKey(tx, key);
      await recordAudit(inside, {
        action: "machine.key-added",
        subjectType: "company",
        subjectId: company.id,
        after: { name: input.name, scopes: input.scopes.join(", ") },
      });
      await notifyOfMachine(inside, "KEY", input.name);
    });
  } catch (error) {
    if (violatedConstraint(error) === "api_keys_name") throw refuse("KEY_NAME_TAKEN");
    throw error;
  }
  return { id, name: input.name, token };
});

/** Ends a key at once. Refuses with KEY_NOT_FOUND, also for one that has ended. */
const endKey = adminProcedure.input(MachineRef).mutation(
  inTransaction(async (ctx, input, tx) => {
    const name = orRefuse(await endApiKey(tx, ctx.company.id, input.id), "KEY_NOT_FOUND");
    await recordAudit(ctx, {
      action: "machine.key-ended",
      subjectType: "company",
      subjectId: ctx.company.id,
      after: { name },
    });
    return null;
  }),
);

/**
 * Adds an address that is told of events. The answer has the secret of its signatures, which is shown
 * this once. Refuses with WEBHOOKS_FULL, WEBHOOK_URL_TAKEN, WEBHOOK_URL_PLAIN and WEBHOOK_URL_PRIVATE.
 */
const addEndpoint = adminProcedure
  .input(AddEndpoint)
  .mutation(async ({ ctx, input: { url, events } }) => {
    const { secrets, config } = ctx.deps;
    const fault = urlFault(url, { isDemo: config.demo });
    if (fault) throw refuseField("url", fault);
    const [id, secret] = [newId(), newWebhookSecret()];
    const secretEncrypted = secrets.encrypt("webhook", secret);
    try {
      await transactWithin(ctx, async (inside, tx) => {
        const company = await lockCompany(tx, ctx.company.id);
        if ((await countEndpoints(tx, company.id)) >= MOST_ENDPOINTS) {
          throw refuse("WEBHOOKS_FULL", { count: MOST_ENDPOINTS });
        }
        const of = { companyId: company.id, createdBy: ctx.actor.id };
        await insertEndpoint(tx, { ...of, id, url, events, secretEncrypted });
        await recordAudit(inside, {
          action: "machine.endpoint-added",
          subjectType: "company",
          subjectId: company.id,
          after: { url, events: events.join(", ") },
        });
        await notifyOfMachine(inside, "ENDPOINT", url);
      });
    } catch (error) {
      if (violatedConstraint(error) === "webhook_endpoints_url") throw refuse("WEBHOOK_URL_TAKEN");
      throw error;
    }
    return { id, url, secret };
  });

/**
 * Gives an endpoint another secret, which is shown this once; for a day the one of before signs too.
 * Refuses with WEBHOOK_NOT_FOUND.
 */
const renewSecret = adminProcedure.input(MachineRef).mutation(async ({ ctx, input: { id } }) => {
  const secret = newWebhookSecret();
  const secretEncrypted = ctx.deps.secrets.encrypt("webhook", secret);
  const url = await transactWithin(ctx, async (inside, tx) => {
    const renewed = orRefuse(
      await renewEndpointSecret(tx, ctx.company.id, { id, secretEncrypted }),
      "WEBHOOK_NOT_FOUND",
    );
    await recordAudit(inside, {
      action: "machine.secret-renewed",
      subjectType: "company",
      subjectId: ctx.company.id,
      after: { url: renewed },
    });
    await notifyOfMachine(inside, "SECRET", renewed);
    return renewed;
  });
  return { id, url, secret };
});

/** Ends an endpoint at once; what waits for it is not sent. Refuses with WEBHOOK_NOT_FOUND. */
const endEndpoint = adminProcedure.input(MachineRef).mutation(
  inTransaction(async (ctx, input, tx) => {
    const ended = orRefuse(
      await endOne(tx, ctx.company.id, input.id, "OWNER"),
      "WEBHOOK_NOT_FOUND",
    );
    await recordAudit(ctx, {
      action: "machine.endpoint-ended",
      subjectType: "company",
      subjectId: ctx.company.id,
      after: { url: ended.url },
    });
    return null;
  }),
);

/** Sends an event again, with the same id. Refuses with WEBHOOK_NOT_FOUND, also while it is on its way. */
const sendAgain = adminProcedure
  .input(MachineRef)
  .mutation(async ({ ctx, input }): Promise<null> => {
    orRefuse(await sendOneAgain(ctx.db, ctx.company.id, input.id), "WEBHOOK_NOT_FOUND");
    return null;
  });

export const machinesRouter = router({
  list,
  addKey,
  endKey,
  addEndpoint,
  renewSecret,
  endEndpoint,
  sendAgain,
});

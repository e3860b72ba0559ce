import type { Executor } from "@db/client";
import { insertMessage } from "@db/queries/messages";
import type { Secrets } from "@server/secrets/secrets";
import type { Message, MessageParams, Template } from "./templates";

/** Writes a message down in the transaction that causes it, its words encrypted. Returns its id. */
export function fileMessage(tx: Executor, secrets: Secrets, message: Message): Promise<string> {
  const { params, ...envelope } = message;
  return insertMessage(tx, {
    ...envelope,
    paramsEncrypted: secrets.encrypt("message", JSON.stringify(params)),
  });
}

/** What a stored message says; null once it is forgotten. */
export function paramsOf(
  secrets: Secrets,
  stored: { template: string; paramsEncrypted: string | null },
): { template: Template; params: MessageParams[Template] } | null {
  if (stored.paramsEncrypted === null) return null;
  const plain = secrets.decrypt("message", stored.paramsEncrypted);
  return {
    template: stored.template as Template,
    params: JSON.parse(plain) as MessageParams[Template],
  };
}

import { IdempotencyKey } from "~/components/form/submit-button";

/** The order that is decided, as it was seen, and the payment to go on with. */
export const DecisionFields = ({
  order: { id, version },
  then,
}: {
  order: { id: string; version: number };
  then: string | null;
}) => (
  <>
    <input type="hidden" name="orderId" value={id} />
    <input type="hidden" name="version" value={version} />
    {then !== null && <input type="hidden" name="then" value={then} />}
    <IdempotencyKey />
  </>
);

import type { RefusalCode } from "@server/domain/refusals/codes";

/** A contract's message is a refusal's code; the door that answers says it in words. */
export const code = <C extends RefusalCode>(refusal: C): C => refusal;

import { router } from "@server/access";
import { plan, setPlan } from "./plan/set-plan";

/** When tokens unlock, and the wallets to which they go. */
export const launchRouter = router({ plan, setPlan });

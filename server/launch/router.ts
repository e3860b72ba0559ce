import { router } from "@server/access";
import { plan, setPlan } from "./plan/set-plan";
import { confirmOwnWallet, loseOwnWallet } from "./wallets/lost-wallet";
import { mine, walletsOfMember } from "./wallets/my-launch";
import { askWallet, proveWallet, stopWallet } from "./wallets/prove-wallet";

/** When tokens unlock, and the wallets to which they go. */
export const launchRouter = router({
  plan,
  setPlan,
  mine,
  askWallet,
  proveWallet,
  stopWallet,
  loseWallet: loseOwnWallet,
  confirmWallet: confirmOwnWallet,
  walletsOf: walletsOfMember,
});

import { router } from "@server/access";
import { beginLogIn, logIn } from "./log-in-with-passkey";
import { add, beginAdding, beginStepUp, mine, remove } from "./own-passkeys";

export const passkeysRouter = router({
  mine,
  beginAdding,
  add,
  remove,
  beginLogIn,
  logIn,
  beginStepUp,
});

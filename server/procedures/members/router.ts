import { router } from "@server/trpc";
import { add, approve, counts, list, remove, update } from "./desk";
import { profile, savePreferences, updateProfile } from "./own";

export const membersRouter = router({
  profile,
  updateProfile,
  savePreferences,
  list,
  counts,
  add,
  update,
  approve,
  remove,
});

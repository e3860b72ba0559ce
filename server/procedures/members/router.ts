import { router } from "@server/trpc";
import { add, approve, counts, list, remove, update } from "./desk";
import {
  activity,
  allocations,
  endSession,
  endSessions,
  find,
  messages,
  orders,
  referrals,
  sessions,
} from "./desk-person";
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
  find,
  orders,
  allocations,
  referrals,
  messages,
  activity,
  sessions,
  endSession,
  endSessions,
});

import { router } from "@server/procedures/trpc";
import {
  confirmChange,
  countChanges,
  listChanges,
  refuseChange,
  withdrawChange,
} from "./decide-change";

export const changesRouter = router({
  list: listChanges,
  count: countChanges,
  confirm: confirmChange,
  refuse: refuseChange,
  withdraw: withdrawChange,
});

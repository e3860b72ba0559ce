import { router } from "@server/access";
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

import { router } from "@server/procedures/trpc";
import { confirmChange, listChanges, refuseChange, withdrawChange } from "./decide-change";

export const changesRouter = router({
  list: listChanges,
  confirm: confirmChange,
  refuse: refuseChange,
  withdraw: withdrawChange,
});

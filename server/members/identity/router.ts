import { router } from "@server/access";
import { addDocument, openDocument, ownDocument } from "./documents";
import { decide, undo } from "./desk/decide";
import { find, queue, undoable } from "./desk/queue";
import { mine, save, send } from "./own-identity";
import { submit } from "./submit-identity";

export const identityRouter = router({
  mine,
  save,
  addDocument,
  ownDocument,
  send,
  submit,
  openDocument,
  queue,
  find,
  decide,
  undo,
  undoable,
});

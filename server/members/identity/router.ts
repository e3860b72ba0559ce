import { router } from "@server/access";
import { addDocument, openDocument, ownDocument } from "./documents";
import { mine, save, send } from "./own-identity";

export const identityRouter = router({
  mine,
  save,
  addDocument,
  ownDocument,
  send,
  openDocument,
});

import { router } from "@server/procedures/trpc";
import { approveByLine, approveCertain, linkLine } from "./approve-lines";
import { importStatement, previewStatement } from "./import-statement";
import { listImported, listLines } from "./list-lines";
import { reopenLine, setLineAside } from "./settle-line";

export const statementsRouter = router({
  preview: previewStatement,
  import: importStatement,
  list: listImported,
  lines: listLines,
  approve: approveByLine,
  approveCertain,
  link: linkLine,
  setAside: setLineAside,
  reopen: reopenLine,
});

import { router } from "@server/access";
import { approveByLine, approveCertain, linkLine } from "./approve-lines";
import { dropFile, holdFile, importFile, mapFile, mendRow, showFile } from "./hold-statement";
import { importStatement } from "./import-statement";
import { linesOfOrder, listImported, listLines, showLine } from "./list-lines";
import { putAwayMany } from "./put-away-many";
import { acceptSum, reopenLine, setLineAside, unlinkLine } from "./settle-line";

export const statementsRouter = router({
  hold: holdFile,
  file: showFile,
  map: mapFile,
  mend: mendRow,
  importFile,
  drop: dropFile,
  import: importStatement,
  list: listImported,
  lines: listLines,
  line: showLine,
  linesOf: linesOfOrder,
  approve: approveByLine,
  approveCertain,
  link: linkLine,
  setAside: setLineAside,
  putAwayMany,
  reopen: reopenLine,
  unlink: unlinkLine,
  acceptSum,
});

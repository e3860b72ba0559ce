import type { Row } from "./row";
import { ADMIN_ROWS } from "./rows/admin-rows";
import { MEMBER_ROWS } from "./rows/member-rows";
import { SUPER_ADMIN_ROWS } from "./rows/super-admin-rows";
import { VISITOR_ROWS } from "./rows/visitor-rows";

/** All calls of api.md except the file itself and the document. */
export const TABLE: readonly Row[] = [
  ...VISITOR_ROWS,
  ...MEMBER_ROWS,
  ...ADMIN_ROWS,
  ...SUPER_ADMIN_ROWS,
];

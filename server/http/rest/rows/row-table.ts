import type { Row } from "./row";
import { ADMIN_ROWS } from "./admin-rows";
import { MEMBER_ROWS } from "./member-rows";
import { SUPER_ADMIN_ROWS } from "./super-admin-rows";
import { VISITOR_ROWS } from "./visitor-rows";

/** All calls of REST except the file itself and the document. */
export const TABLE: readonly Row[] = [
  ...VISITOR_ROWS,
  ...MEMBER_ROWS,
  ...ADMIN_ROWS,
  ...SUPER_ADMIN_ROWS,
];

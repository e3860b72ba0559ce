import type { Row } from "./row";
import { DESKS } from "./rows/desks";
import { MEMBERS } from "./rows/members";
import { PLATFORM } from "./rows/platform";
import { VISITORS } from "./rows/visitors";

/** Every call of api.md but the file itself and the document. */
export const TABLE: readonly Row[] = [...VISITORS, ...MEMBERS, ...DESKS, ...PLATFORM];

/** What the rooms above use of `verification`; its rules and contracts they import by file. */
export { proofRouter } from "./proof/router";

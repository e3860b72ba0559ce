/** Exports of `verification` to the rooms above it; they import its rules and contracts by file. */
export { proofRouter } from "./proof/router";

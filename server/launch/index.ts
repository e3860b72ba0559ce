/** The exports of `launch` for the rooms above; its rules and contracts are imported by file. */
export { applyPlan } from "./plan/set-plan";
export { launchRouter } from "./router";

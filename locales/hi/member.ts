/** The texts of a member's screens. */
export { buy } from "./buy";
export { dashboard } from "./dashboard";
export { history } from "./history";
export { payment } from "./payment";
export { profile } from "./profile";

/** The texts that every screen has at hand: those before a login, and those of the frame. */
export { common } from "./common";
export { people } from "./people";
export { referral } from "./referral";
export { reset } from "./reset";

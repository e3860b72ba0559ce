/** The texts of the super admins. */
export { accounts } from "./accounts";
export { activity } from "./activity";
export { brand } from "./brand";
export { platform } from "./platform";
export { purchases } from "./purchases";
export { security } from "./security";
export { users } from "./users";

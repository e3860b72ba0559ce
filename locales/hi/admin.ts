/** The texts of a company's admins. */
export { accounts } from "./accounts";
export { activity } from "./activity";
export { adminDashboard } from "./admin-dashboard";
export { history } from "./history";
export { purchases } from "./purchases";
export { security } from "./security";
export { settings } from "./settings";
export { users } from "./users";

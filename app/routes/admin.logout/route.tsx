import { LogOutPage } from "~/components/layout/log-out-page";
import { logOutOf } from "~/lib/log-out";
import { paths } from "~/lib/paths";

const logOut = logOutOf("admin", paths.admin.login);
export const loader = logOut.loader;
export const action = logOut.action;

export default LogOutPage;

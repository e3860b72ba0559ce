import { LogOutPage } from "~/components/layout/log-out-page";
import { logOutOf } from "~/lib/log-out";
import { paths } from "~/lib/paths";

const door = logOutOf("superadmin", paths.superAdmin.login);
export const loader = door.loader;
export const action = door.action;

export default LogOutPage;

import { replace } from "@remix-run/node";
import { paths } from "~/lib/paths";

/** The area's own address leads to its first screen (design §7). */
export const loader = () => replace(paths.admin.dashboard);

import { replace } from "@remix-run/node";
import { paths } from "~/lib/paths";

/** The area's root redirects to its first screen (architecture.md §7). */
export const loader = () => replace(paths.admin.dashboard);

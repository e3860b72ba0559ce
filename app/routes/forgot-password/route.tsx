import { redirect } from "@remix-run/node";
import { paths } from "~/lib/paths";

/** The right spelling leads to the spec's. */
export const loader = () => redirect(paths.forgotPassword);

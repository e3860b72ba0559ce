import { redirect } from "@remix-run/node";
import { paths } from "~/lib/paths";

/** The correct spelling redirects to the spec's. */
export const loader = () => redirect(paths.forgotPassword);

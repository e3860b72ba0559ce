import { type LoaderFunctionArgs, replace } from "@remix-run/node";
import { areaOf } from "~/lib/areas";

/** An area's root redirects to its first screen (architecture.md §7). */
export const loader = ({ request }: LoaderFunctionArgs) => replace(areaOf(request).first);

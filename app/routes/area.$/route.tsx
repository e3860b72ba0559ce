import type { LoaderFunctionArgs } from "@remix-run/node";
import { areaOf } from "~/lib/areas";
import { notFound } from "~/lib/messages/refusals";

/**
 * An unknown path: visitors are redirected to the area's login, its users keep the menu (product.md
 * §2).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await areaOf(request).api(context);
  throw notFound(context);
}

/** A form sent to an unknown path gets the same response. */
export const action = loader;

export default function NotFound() {
  return null;
}

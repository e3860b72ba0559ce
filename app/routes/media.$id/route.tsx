import type { LoaderFunctionArgs } from "@remix-run/node";
import { orRefuse } from "~/lib/refusals";

/** A stored file, for whom it concerns. */
export const loader = ({ params, context }: LoaderFunctionArgs) =>
  orRefuse(context, context.openMedia(params["id"] ?? ""));

import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound } from "~/lib/messages/refusals";

export function loader({ context }: LoaderFunctionArgs) {
  throw notFound(context);
}

export default function NotFound() {
  return null;
}

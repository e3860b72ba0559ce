import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadPolicy } from "~/components/policy/load-policy.server";
import { PolicyPage } from "~/components/policy/policy-page";
import { titled } from "~/lib/pages/page-meta";

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadPolicy(request, context, "privacyPolicy");

export const meta = titled("Privacy policy");

export default PolicyPage;

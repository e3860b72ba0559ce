import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { loadPolicy } from "~/components/policy/load-policy.server";
import { PolicyPage } from "~/components/policy/policy-page";
import { pageMeta } from "~/lib/pages/page-meta";

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadPolicy(request, context, "privacyPolicy");

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Privacy policy");

export default PolicyPage;

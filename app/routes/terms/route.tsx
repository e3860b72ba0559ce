import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { loadPolicy } from "~/components/policy/load-policy.server";
import { PolicyPage } from "~/components/policy/policy-page";
import { pageMeta } from "~/lib/pages/page-meta";

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadPolicy(request, context, "termsOfSale");

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Terms of sale");

export default PolicyPage;

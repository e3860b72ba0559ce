import { type LoaderFunctionArgs, replace } from "@remix-run/node";
import { normaliseReferralCode } from "@server/platform/rules/people/referral-code";
import { frontPath } from "~/lib/paths";

/** The short link of a member leads to the front page, which notes the code. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  replace(
    frontPath(
      normaliseReferralCode(params["code"] ?? ""),
      new URL(request.url).searchParams.get("c"),
    ),
  );

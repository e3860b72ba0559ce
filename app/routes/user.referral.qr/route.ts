import type { LoaderFunctionArgs } from "@remix-run/node";
import { investorApi } from "~/lib/callers";
import { orRefuse } from "~/lib/messages/refusals";
import { qrFile } from "~/lib/pages/qr-codes.server";
import { referralLink, tagIn } from "~/lib/paths";

/** `/user/referral/qr?as=png&tag=flyer`: the QR code of the member's link, to download. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const { searchParams } = new URL(request.url);
  const { origin, code } = await orRefuse(context, api.referrals.summary());
  const link = referralLink(origin, code, tagIn(searchParams));
  return qrFile(link, searchParams.get("as") === "svg" ? "svg" : "png");
}

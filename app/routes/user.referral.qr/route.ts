import type { LoaderFunctionArgs } from "@remix-run/node";
import { investorApi } from "~/lib/callers";
import { orRefuse } from "~/lib/messages/refusals";
import { qrSvg } from "~/lib/pages/qr-codes.server";
import { shortLink, tagIn } from "~/lib/paths";

/** `/user/referral/qr?as=png&tag=flyer`: the QR code of the member's link, to download. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const { searchParams } = new URL(request.url);
  const { origin, code } = await orRefuse(context, api.referrals.summary());
  const link = shortLink(origin, code, tagIn(searchParams));
  const isSvg = searchParams.get("as") === "svg";
  const { files } = context.caller;
  return new Response(isSvg ? await qrSvg(link) : await orRefuse(context, files.drawQr(link)), {
    headers: {
      "Content-Type": isSvg ? "image/svg+xml" : "image/png",
      "Content-Disposition": `attachment; filename="invitation.${isSvg ? "svg" : "png"}"`,
    },
  });
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { LANGUAGES } from "@db/vocabulary";
import { investorApi } from "~/lib/callers";
import { orRefuse } from "~/lib/messages/refusals";
import { drawnCard } from "../user.referral/share-kit.server";

/** `/user/referral/card?as=tall&in=hi`: a card of the member's link, to share. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const { searchParams } = new URL(request.url);
  const shape = searchParams.get("as") === "tall" ? "tall" : "wide";
  const asked = searchParams.get("in");
  const language = LANGUAGES.find((one) => one === asked) ?? context.caller.language;
  const sharer = await orRefuse(context, api.referrals.summary());
  return new Response(await drawnCard(context, sharer, { shape, language }), {
    headers: {
      "Content-Type": "image/png",
      "Content-Disposition": `inline; filename="invitation-${shape}-${language}.png"`,
    },
  });
}

import { Form, Link } from "@remix-run/react";
import Share2 from "lucide-react/icons/share-2";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import type { ReferralSummary } from "@server/members/contracts/members";
import { formatPercent, formatQuantity } from "@server/platform/rules/money/format";
import { CopyButton } from "~/components/data/copy-button";
import { useToast } from "~/components/layout/toasts";
import { messengerLinks, paths, referralPath } from "~/lib/paths";
import { useDates } from "~/components/data/use-dates";
import { useSite } from "~/lib/use-site";
import type { Shown } from "./route";
import { ShareKit } from "./share-kit";

/** Says what a friend's purchase brings, with the link and the button that shares it; the rest is folded. */
export function Invite({ summary, isRewarded, kit, shared }: Shown<"invite">) {
  const { brand } = useSite();
  const { t } = useTranslation("referral");
  const tokens = (count: number) => `${formatQuantity(count)} ${brand.symbol}`;
  return (
    <>
      <InvitePanel summary={summary} isRewarded={isRewarded} kit={kit} link={shared.link} />
      <div className="aside">
        <ul className="rows card px-5">
          <li>
            <Link className="row" to={referralPath("members")}>
              <span>
                <strong>{t("people")}</strong>
                <span className="hint block">
                  {t("peopleWay", {
                    verified: formatQuantity(summary.verified),
                    buying: formatQuantity(summary.buying),
                  })}
                </span>
              </span>
              <span>{formatQuantity(summary.invited)}</span>
            </Link>
          </li>
          <li>
            <Link className="row" to={referralPath("rewards")}>
              <span>
                <strong>{t("rewards")}</strong>
                <span className="hint block">
                  {t("expected", { tokens: tokens(summary.rewardWaiting) })}
                </span>
              </span>
              <span>{tokens(summary.rewardEarned)}</span>
            </Link>
          </li>
        </ul>
        <div className="card px-5">
          <ShareKit kit={kit} link={shared.link} />
          <QrCode {...shared} />
          <OwnLink tag={shared.tag} />
        </div>
      </div>
    </>
  );
}

type Panel = Pick<Shown<"invite">, "summary" | "isRewarded" | "kit"> & { link: string };

function InvitePanel({ summary, isRewarded, kit, link }: Panel) {
  const { brand, companyName } = useSite();
  const { t } = useTranslation("referral");
  const toast = useToast();
  const { campaign, rewardBps, holdDays, code } = summary;
  const to = messengerLinks(link, kit);
  // A phone's share sheet, where there is one; otherwise the link opens WhatsApp.
  const share = (event: MouseEvent) => {
    if (!("share" in navigator)) return;
    event.preventDefault();
    // Closing the share sheet throws an AbortError, which is not a fault.
    navigator.share({ title: brand.title, text: to.whole }).catch(() => undefined);
  };
  const bps = campaign?.isMine ? campaign.rewardBps : rewardBps;
  return (
    <section className="panel lead" aria-label={t("parts.invite")}>
      {isRewarded ? (
        <>
          <p className="hint">{t("yours")}</p>
          <p className="display-figure">{formatPercent(bps)}</p>
          <p>
            {t("ofTokens")}{" "}
            {t(holdDays > 0 ? "held" : "atOnce", { company: companyName, days: holdDays })}
          </p>
        </>
      ) : (
        <p>{t("noReward", { company: companyName })}</p>
      )}
      {campaign && <CampaignNote campaign={campaign} />}
      <p className="flex w-full items-center gap-2">
        {/* One tap selects all of it, for copying without JavaScript. */}
        <span className="mono min-w-0 flex-1 break-all select-all">{link}</span>
        <CopyButton
          text={link}
          label={t("copyLink")}
          onCopied={() => toast({ tone: "success", text: t("linkCopied") })}
        />
      </p>
      <p className="hint">
        {t("code")} <span className="mono select-all">{code}</span>
      </p>
      <a
        className="button"
        href={to.whatsApp}
        target="_blank"
        rel="noopener noreferrer"
        onClick={share}
      >
        <Share2 size={18} />
        {t("share")}
      </a>
    </section>
  );
}

/** The running campaign, and what it is to the member. */
function CampaignNote({ campaign }: { campaign: NonNullable<ReferralSummary["campaign"]> }) {
  const { t } = useTranslation("referral");
  const dates = useDates();
  const { name, bonusBps, whoRefers, isMine, left } = campaign;
  const shown = {
    name,
    reward: formatPercent(campaign.rewardBps),
    bonus: formatPercent(bonusBps ?? 0),
    until: dates.moment(campaign.endsAt),
  };
  return (
    <p>
      {t(bonusBps === null ? "campaign.own" : "campaign.both", shown)}{" "}
      {!isMine && whoRefers !== "ALL" && t(`campaign.${whoRefers}`)}
      {isMine && left === 0 && t("campaign.used")}
    </p>
  );
}

function QrCode({ tag, qr }: Pick<Shown<"invite">["shared"], "tag" | "qr">) {
  const { t } = useTranslation("referral");
  return (
    <details className="more">
      <summary>{t("qr")}</summary>
      <figure className="grid justify-items-center gap-2">
        {/* On white in both schemes: scanners need dark on light. */}
        <img
          src={qr}
          alt={t("qr")}
          width={224}
          height={224}
          className="h-auto w-56 max-w-full bg-[#fff]"
        />
        <figcaption className="flex flex-wrap gap-x-4">
          {(["png", "svg"] as const).map((as) => (
            <a
              key={as}
              className="link-out"
              href={`${paths.user.referralQr}?${new URLSearchParams({ as, ...(tag && { tag }) }).toString()}`}
              download
            >
              {t("download", { as: as.toUpperCase() })}
            </a>
          ))}
        </figcaption>
      </figure>
    </details>
  );
}

/** A link with a tag is counted apart. */
function OwnLink({ tag }: { tag: string }) {
  const { t } = useTranslation("referral");
  return (
    <details className="more" open={tag !== ""}>
      <summary>{t("tag")}</summary>
      <Form method="get" preventScrollReset className="field">
        <label htmlFor="tag">{t("tagName")}</label>
        <span className="flex gap-2">
          <input
            key={tag}
            className="input min-w-0 flex-1"
            id="tag"
            name="tag"
            defaultValue={tag}
            maxLength={20}
            pattern="[A-Za-z0-9 \-]*"
            autoComplete="off"
            autoCapitalize="none"
            aria-describedby="tag-hint"
          />
          <button type="submit" className="button button-quiet">
            {t("makeLink")}
          </button>
        </span>
        <span className="hint" id="tag-hint">
          {t("tagHint")}
        </span>
      </Form>
    </details>
  );
}

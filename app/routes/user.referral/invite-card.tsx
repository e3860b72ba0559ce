import { Form } from "@remix-run/react";
import Share2 from "lucide-react/icons/share-2";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "~/components/data/copy-button";
import { useToast } from "~/components/layout/toasts";
import { messengerLinks, paths } from "~/lib/paths";
import { useSite } from "~/lib/use-site";
import { MessengerButtons } from "./messenger-buttons";
import type { SharedTexts } from "./share-kit.server";

const never = () => () => undefined;
const hasShare = () => "share" in navigator;

interface Props {
  code: string;
  link: string;
  /** A shorter form, for print and speech. */
  short: string;
  /** The texts around the link in the reader's language; they carry the warning. */
  texts: Pick<SharedTexts, "intro" | "notice"> | undefined;
  /** Links with the same tag are counted together; empty for none. */
  tag: string;
  /** A picture as a data URL. */
  qr: string;
}

/** The member's referral link in every form for sharing. */
export function InviteCard({ code, link, short, texts, tag, qr }: Props) {
  const { brand } = useSite();
  const { t } = useTranslation("referral");
  const canShare = useSyncExternalStore(never, hasShare, () => false);
  const to = messengerLinks(link, texts ?? { intro: "", notice: "" });
  const share = () => {
    // Closing the share sheet throws an AbortError, which is not a fault.
    navigator.share({ title: brand.title, text: to.whole }).catch(() => undefined);
  };
  return (
    <section className="card grid gap-6 p-5 lg:grid-cols-[1fr_auto]">
      <div className="grid min-w-0 content-start gap-4">
        <Line label={t("link")} text={link} copy={t("copyLink")} copied={t("linkCopied")} />
        <div className="flex flex-wrap gap-3">
          {canShare && (
            <button type="button" className="button" onClick={share}>
              <Share2 size={18} />
              {t("share")}
            </button>
          )}
          <MessengerButtons to={to} />
        </div>
        <Line label={t("short")} text={short} copy={t("copyShort")} copied={t("linkCopied")} />
        <Line label={t("code")} text={code} copy={t("copyCode")} copied={t("codeCopied")} />
        <Form method="get" preventScrollReset className="field">
          <label htmlFor="tag">{t("tag")}</label>
          <span className="flex gap-2">
            <input
              key={tag}
              className="input min-w-0 flex-1"
              id="tag"
              name="tag"
              defaultValue={tag}
              maxLength={20}
              pattern="[A-Za-z0-9 \\-]*"
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
      </div>
      <figure className="grid content-start justify-items-center gap-2 text-center">
        {/* On white in both schemes: scanners need dark on light. */}
        <img
          src={qr}
          alt={t("qr")}
          width={224}
          height={224}
          className="h-auto w-56 max-w-full bg-[#fff]"
        />
        <figcaption className="hint">{t("qrHint")}</figcaption>
        <p className="flex flex-wrap gap-x-4">
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
        </p>
      </figure>
    </section>
  );
}

function Line({
  label,
  text,
  copy,
  copied,
}: {
  label: string;
  text: string;
  copy: string;
  copied: string;
}) {
  const toast = useToast();
  return (
    <dl className="field">
      <dt className="label">{label}</dt>
      <dd className="flex items-start gap-2">
        {/* One tap selects all of it, for copying without JavaScript. */}
        <span className="mono min-w-0 flex-1 rounded-lg bg-sunken p-3 break-all select-all">
          {text}
        </span>
        <CopyButton
          text={text}
          label={copy}
          onCopied={() => toast({ tone: "success", text: copied })}
        />
      </dd>
    </dl>
  );
}

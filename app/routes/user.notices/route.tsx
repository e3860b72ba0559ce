import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useLoaderData, useSubmit } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { MarkRead, type Notice } from "@server/members/contracts/notices";
import { dateInIndia, formatDate, formatDay, formatTime } from "@server/platform/rules/dates/dates";
import { formatPrice, formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { investorApi } from "~/lib/callers";
import { titled } from "~/lib/pages/page-meta";
import { ownOrderPath, paths, profilePath, referralPath } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { submit } from "~/lib/forms/submit";
import { useSite } from "~/lib/use-site";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("bell");

const DAY_MS = 24 * 60 * 60 * 1000;

export async function loader({ context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const notices = await orRefuse(context, api.notices.mine());
  const today = dateInIndia(new Date());
  return { notices, today, yesterday: dateInIndia(new Date(Date.now() - DAY_MS)) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await investorApi(context);
  return submit(context, form, {
    schema: MarkRead,
    call: (input) => api.notices.markRead(input),
    // A script that marks what it shows stays where it is.
    done: () => (form.has("stays") ? null : redirect(paths.user.notices)),
  });
}

export const meta = titled("Notices");

export default function Notices() {
  const { notices, today, yesterday } = useLoaderData<typeof loader>();
  const { companyName } = useSite();
  const { t } = useTranslation("bell");
  const [newest] = notices;
  const wasUnread = useMarkedAsRead(notices);
  return (
    <div className="grid max-w-3xl gap-5">
      <h1>{t("title")}</h1>
      {!newest && <p className="note">{t("none", { company: companyName })}</p>}
      {newest && (
        <>
          {notices.some(({ isUnread }) => isUnread) && (
            <noscript>
              <ButtonForm>
                <input type="hidden" name="until" value={newest.at} />
                <SubmitButton className="button-quiet">{t("markRead")}</SubmitButton>
              </ButtonForm>
            </noscript>
          )}
          {byDay(notices).map(({ day, ofDay }) => (
            <section key={day} className="grid gap-2">
              <h2>
                {day === today ? t("today") : day === yesterday ? t("yesterday") : formatDay(day)}
              </h2>
              <ul className="card divide-y divide-line px-4">
                {ofDay.map((notice) => (
                  <li key={`${notice.at} ${notice.kind}`} className="grid gap-1 py-3">
                    <NoticeText notice={notice} />
                    <NoticeFoot notice={notice} isNew={wasUnread.has(notice.at)} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </div>
  );
}

/** Groups the notices, newest first, by their day in India. */
function byDay(notices: readonly Notice[]) {
  const days: { day: string; ofDay: Notice[] }[] = [];
  for (const notice of notices) {
    const day = dateInIndia(new Date(notice.at));
    const last = days.at(-1);
    if (last?.day === day) last.ofDay.push(notice);
    else days.push({ day, ofDay: [notice] });
  }
  return days;
}

/**
 * Marks what the page shows as read, by a script once it is shown: a request for the page alone may
 * come from a program. The marks of what was new stay while the page is open.
 */
function useMarkedAsRead(notices: readonly Notice[]): ReadonlySet<string> {
  const [unread] = useState(
    () => new Set(notices.filter(({ isUnread }) => isUnread).map(({ at }) => at)),
  );
  const send = useSubmit();
  const until = notices.some(({ isUnread }) => isUnread) ? notices[0]?.at : undefined;
  useEffect(() => {
    if (until !== undefined) {
      send({ until, stays: "yes" }, { method: "post", navigate: false, fetcherKey: "notices" });
    }
  }, [until, send]);
  return unread;
}

/** Returns the page that a notice leads to, and the key of its words; null for an announcement. */
function targetOf(notice: Notice) {
  if (notice.kind === "ANNOUNCEMENT") return null;
  if (notice.kind === "PRICE") return { to: paths.user.buyToken, words: "toBuy" } as const;
  if (notice.kind === "REFUSED")
    return { to: profilePath("identity"), words: "toProfile" } as const;
  if (notice.kind === "JOINED") return { to: referralPath("members"), words: "toMembers" } as const;
  if (!("orderNumber" in notice))
    return { to: referralPath("rewards"), words: "toRewards" } as const;
  const order = notice.kind === "REUSED" ? notice.newOrder : notice.orderNumber;
  return { to: ownOrderPath(order), words: "toOrder" } as const;
}

function NoticeFoot({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const { t } = useTranslation("bell");
  const target = targetOf(notice);
  return (
    <p className="hint flex flex-wrap items-center gap-x-3">
      <time dateTime={notice.at}>{formatTime(new Date(notice.at))}</time>
      {isNew && <span className="badge badge-success">{t("new")}</span>}
      {target && (
        <Link className="link-out ms-auto" to={target.to}>
          {t(target.words)}
        </Link>
      )}
    </p>
  );
}

function NoticeText({ notice }: { notice: Notice }) {
  const { brand, companyName } = useSite();
  const { t } = useTranslation("bell");
  if (notice.kind === "ANNOUNCEMENT") {
    return (
      <>
        <h3 className="break-words">{notice.title}</h3>
        <p className="whitespace-pre-line break-words">{notice.text}</p>
      </>
    );
  }
  const values = {
    token: brand.symbol,
    company: companyName,
    ...("orderNumber" in notice && { order: notice.orderNumber }),
    ...("tokens" in notice && { count: notice.tokens, tokens: formatQuantity(notice.tokens) }),
    ...("amountPaise" in notice && { amount: formatRupees(notice.amountPaise) }),
    ...(notice.kind === "REUSED" && { newOrder: notice.newOrder }),
    ...(notice.kind === "PRICE" && { price: formatPrice(notice.priceMicroRupees) }),
    ...(notice.kind === "REFUNDED" && {
      date: formatDate(new Date(notice.refundedOn)),
      reference: notice.reference,
    }),
  };
  return (
    <>
      <p className="break-words">{t(notice.kind, values)}</p>
      {"reason" in notice && notice.reason !== "" && (
        <p className="whitespace-pre-line break-words">{notice.reason}</p>
      )}
    </>
  );
}

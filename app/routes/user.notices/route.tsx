import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useLoaderData, useSubmit } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  ListNotices,
  MarkRead,
  MOST_NOTICES,
  type Notice,
} from "@server/members/contracts/notices";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { formatPrice, formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { Empty } from "~/components/data/empty";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { investorApi } from "~/lib/callers";
import { titled } from "~/lib/pages/page-meta";
import { ownOrderPath, paths, profilePath, referralPath } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { submit } from "~/lib/forms/submit";
import { useDates } from "~/components/data/use-dates";
import { useSite } from "~/lib/use-site";
import { byDay, type Row, type ToldAtOnce, wholeGroups } from "./by-day";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("bell");

const DAY_MS = 24 * 60 * 60 * 1000;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const asked = ListNotices.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  const found = await orRefuse(context, api.notices.mine(asked.data));
  const ago = (days: number) => dateInIndia(new Date(Date.now() - days * DAY_MS));
  const weekAgo = ago(7);
  const isFull = found.length === MOST_NOTICES;
  const notices = isFull ? wholeGroups(found, weekAgo) : found;
  const last = isFull ? notices.at(-1)?.at : undefined;
  return { notices, last, today: ago(0), yesterday: ago(1), weekAgo };
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
  const { notices, last, today, yesterday, weekAgo } = useLoaderData<typeof loader>();
  const { companyName } = useSite();
  const { t } = useTranslation("bell");
  const dates = useDates();
  const [newest] = notices;
  const wasUnread = useMarkedAsRead(notices);
  return (
    <div className="mx-auto grid w-full max-w-xl gap-3">
      <h1>{t("title")}</h1>
      {!newest && <Empty icon="bell">{t("none", { company: companyName })}</Empty>}
      {newest && (
        <>
          {notices.some(({ isUnread }) => isUnread) && (
            <noscript>
              <ButtonForm hidden={{ until: newest.at }}>
                <SubmitButton className="button-quiet">{t("markRead")}</SubmitButton>
              </ButtonForm>
            </noscript>
          )}
          {byDay(notices, weekAgo).map(({ of, rows }) => (
            <section key={of}>
              <h2 className="rows-head">
                {of === today
                  ? t("today")
                  : of === yesterday
                    ? t("yesterday")
                    : of < weekAgo
                      ? dates.month(of)
                      : dates.day(of)}
              </h2>
              <ul className="rows card px-5">
                {rows.map((row) => (
                  <li key={`${row.at} ${row.kind}`}>
                    <NoticeRow
                      row={row}
                      when={of < weekAgo ? dates.day(row.at) : dates.time(row.at)}
                      isNew={wasUnread.has(row.at)}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {last && (
            <Link className="link-out" to={`?${new URLSearchParams({ before: last }).toString()}`}>
              {t("older")}
            </Link>
          )}
        </>
      )}
    </div>
  );
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

/** Returns the page that a notice leads to; null for an announcement. */
function targetOf(notice: Notice): string | null {
  if (notice.kind === "ANNOUNCEMENT") return null;
  if (notice.kind === "PRICE") return paths.user.buyToken;
  if (notice.kind === "REFUSED") return profilePath("identity");
  if (notice.kind === "JOINED") return referralPath("members");
  if (notice.kind === "REWARD_WITHDRAWN") return `${referralPath("rewards")}&status=WITHDRAWN`;
  if (!("orderNumber" in notice)) return referralPath("rewards");
  return ownOrderPath(notice.kind === "REUSED" ? notice.newOrder : notice.orderNumber);
}

/** A row leads to what it is about. */
function NoticeRow({ row, when, isNew }: { row: Row; when: string; isNew: boolean }) {
  const { t } = useTranslation("bell");
  const target = targetOf(row);
  const shown = (
    <>
      <span>
        <NoticeText row={row} />
      </span>
      <span>
        <time className="hint block" dateTime={row.at}>
          {when}
        </time>
        {isNew && <span className="badge badge-success">{t("new")}</span>}
      </span>
    </>
  );
  return target === null ? (
    <div className="row">{shown}</div>
  ) : (
    <Link className="row" to={target}>
      {shown}
    </Link>
  );
}

function NoticeText({ row }: { row: Row }) {
  const { brand, companyName } = useSite();
  const { t } = useTranslation("bell");
  const dates = useDates();
  if (row.kind === "ANNOUNCEMENT") {
    return (
      <>
        <strong className="block">{row.title}</strong>
        <span className="whitespace-pre-line">{row.text}</span>
      </>
    );
  }
  const values = {
    token: brand.symbol,
    company: companyName,
    ...("orderNumber" in row && { order: row.orderNumber }),
    ...("tokens" in row && { count: row.tokens, tokens: formatQuantity(row.tokens) }),
    ...("amountPaise" in row && { amount: formatRupees(row.amountPaise) }),
    ...(row.kind === "REUSED" && { newOrder: row.newOrder }),
    ...(row.kind === "PRICE" && { price: formatPrice(row.priceMicroRupees) }),
    ...(row.kind === "REFUNDED" && {
      date: dates.day(row.refundedOn),
      reference: row.reference,
    }),
  };
  const told =
    row.of > 1
      ? t(`many.${row.kind as ToldAtOnce}`, { ...values, of: formatQuantity(row.of) })
      : t(row.kind, values);
  return (
    <>
      {"tokens" in row ? (
        <>
          <strong className="block">{t(`figure.${row.kind}`, values)}</strong>
          <span className="hint block">{told}</span>
        </>
      ) : (
        told
      )}
      {"reason" in row && row.reason !== "" && (
        <span className="hint block whitespace-pre-line">{row.reason}</span>
      )}
    </>
  );
}

import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Link, useLoaderData, useSubmit } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { MarkRead, type Notice } from "@server/members/contracts/notices";
import { formatDate, formatDateTime } from "@server/platform/rules/dates/dates";
import { formatPrice, formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { investorApi } from "~/lib/callers";
import { pageMeta } from "~/lib/pages/page-meta";
import { ownOrderPath, paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { submit } from "~/lib/forms/submit";
import { useSite } from "~/root";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("bell");

export async function loader({ context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const notices = await orRefuse(context, api.notices.mine());
  return { notices };
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

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Notices");

export default function Notices() {
  const { notices } = useLoaderData<typeof loader>();
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
              <ButtonForm result={null}>
                <input type="hidden" name="until" value={newest.at} />
                <SubmitButton className="button-quiet">{t("markRead")}</SubmitButton>
              </ButtonForm>
            </noscript>
          )}
          <ul className="grid gap-3" aria-label={t("list")}>
            {notices.map((notice) => (
              <li key={`${notice.at} ${notice.kind}`} className="card grid gap-1 p-4">
                <p className="hint flex flex-wrap items-center gap-2">
                  <time dateTime={notice.at}>{formatDateTime(new Date(notice.at))}</time>
                  {wasUnread.has(notice.at) && (
                    <span className="badge badge-success">{t("new")}</span>
                  )}
                </p>
                <NoticeText notice={notice} />
              </li>
            ))}
          </ul>
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

function NoticeText({ notice }: { notice: Notice }) {
  const { brand, companyName } = useSite();
  const { t } = useTranslation("bell");
  const token = brand.symbol;
  if (notice.kind === "ANNOUNCEMENT") {
    return (
      <>
        <h2 className="break-words">{notice.title}</h2>
        <p className="whitespace-pre-line break-words">{notice.text}</p>
      </>
    );
  }
  if (notice.kind === "PRICE") {
    return (
      <>
        <p>{t("PRICE", { token, price: formatPrice(notice.priceMicroRupees) })}</p>
        <Link className="link-out" to={paths.user.buyToken}>
          {t("toBuy")}
        </Link>
      </>
    );
  }
  if (notice.kind === "JOINED") {
    return (
      <>
        <p>{t("JOINED")}</p>
        <Link className="link-out" to={paths.user.referral}>
          {t("toRewards")}
        </Link>
      </>
    );
  }
  if ("memberId" in notice) {
    const { kind, memberId: member, tokens } = notice;
    return (
      <>
        <p className="break-words">
          {t(kind, { member, count: tokens, tokens: formatQuantity(tokens), token })}
        </p>
        <Link className="link-out" to={paths.user.referral}>
          {t("toRewards")}
        </Link>
      </>
    );
  }
  if (!("tokens" in notice)) {
    const money = notice.kind === "REFUNDED" && {
      amount: formatRupees(notice.amountPaise),
      date: formatDate(new Date(notice.refundedOn)),
      reference: notice.reference,
    };
    const reused = notice.kind === "REUSED" && {
      amount: formatRupees(notice.amountPaise),
      newOrder: notice.newOrder,
    };
    const page = ownOrderPath(notice.kind === "REUSED" ? notice.newOrder : notice.orderNumber);
    return (
      <>
        <p className="break-words">
          {t(notice.kind, { order: notice.orderNumber, company: companyName, ...money, ...reused })}
        </p>
        {"reason" in notice && notice.reason !== "" && (
          <p className="whitespace-pre-line break-words">{notice.reason}</p>
        )}
        <Link className="link-out" to={page}>
          {t("toOrder")}
        </Link>
      </>
    );
  }
  const { kind, orderNumber, tokens, reason } = notice;
  return (
    <>
      <p className="break-words">
        {t(kind, { order: orderNumber, count: tokens, tokens: formatQuantity(tokens), token })}
      </p>
      {reason !== "" && <p className="whitespace-pre-line break-words">{reason}</p>}
      <Link className="link-out" to={ownOrderPath(orderNumber)}>
        {t("toOrder")}
      </Link>
    </>
  );
}

import { Link, useLoaderData } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/platform/rules/money/format";
import { Checklist } from "~/components/data/checklist";
import { useDates } from "~/components/data/use-dates";
import { paths, profilePath } from "~/lib/paths";
import { useSite } from "~/lib/use-site";
import { identityPath, purchasePath } from "./identity-path";
import { Notice } from "./notice";
import type { loader } from "./route";

/** Says where the member stands, and leads to the one thing that is next. */
export function Standing() {
  const { identity, purchase } = useLoaderData<typeof loader>();
  const { companyName: company } = useSite();
  const { t } = useTranslation("identity");
  const dates = useDates();
  const { standing, rules, sentAt, verifiedUntil, reason, usualSeconds } = identity;
  switch (standing) {
    case "NOT_ASKED":
      return (
        <>
          <p>{t("notAsked", { company })}</p>
          <Link className="link-out justify-self-start" to={profilePath("identity")}>
            {t("toProfile")}
          </Link>
        </>
      );
    case "SENT":
      return (
        <div className="panel lead" role="status">
          <h2>{t("checked.title")}</h2>
          <p>
            {t("checked.text", { company, at: sentAt ? dates.full(sentAt) : "" })}{" "}
            {usualSeconds !== null && t(`checked.${usually(usualSeconds)}`)}
          </p>
          <Onward purchase={purchase} />
        </div>
      );
    case "VERIFIED":
      return (
        <>
          <section className="panel lead" role="status">
            <CircleCheck size={40} />
            <h2>
              {verifiedUntil
                ? t("verified.until", { company, day: dates.day(verifiedUntil.slice(0, 10)) })
                : t("verified.text", { company })}
            </h2>
            <Onward purchase={purchase} />
          </section>
          {identity.mayChange && <Steps />}
        </>
      );
    case "REFUSED":
      return (
        <>
          <div className="note note-warning">
            <div className="grid min-w-0 gap-2">
              <p>{t("refused.text", { company })}</p>
              <p className="font-semibold break-words whitespace-pre-line">{reason}</p>
              <p>{t("refused.next")}</p>
            </div>
          </div>
          <Steps />
        </>
      );
    case "ASKED":
      return (
        <>
          <p className="note note-warning">
            <span>{t("asked", { company })}</span>
          </p>
          <Steps />
        </>
      );
    default:
      return (
        <>
          {standing === "EXPIRED" && (
            <p className="note note-warning">
              <span>{t("expired", { day: dates.day((verifiedUntil ?? "").slice(0, 10)) })}</span>
            </p>
          )}
          {rules.asks === "ABOVE" && (
            <p>{t("above", { company, sum: formatRupees(rules.abovePaise ?? 0) })}</p>
          )}
          {identity.isBegun ? <Steps /> : <Notice />}
        </>
      );
  }
}

/** Names a usual time in few steps, so that it does not change with each decision. */
function usually(seconds: number): "hour" | "hours" | "day" | "days" {
  if (seconds < 3600) return "hour";
  if (seconds < 12 * 3600) return "hours";
  return seconds < 36 * 3600 ? "day" : "days";
}

/** The questions with what is answered, and the button to the next one. */
function Steps() {
  const { identity, next, purchase } = useLoaderData<typeof loader>();
  const { t } = useTranslation("identity");
  const { typed, steps } = identity;
  const document = typed.secondKind ? t(`kinds.${typed.secondKind}`) : t("short.second");
  return (
    <section className="card grid gap-4 p-4 md:p-6">
      <Checklist
        done={t("done")}
        open={t("open")}
        steps={steps.map(({ step, isDone, document: sent }) => ({
          isDone,
          words: (
            <>
              <Link to={identityPath(step, purchase)}>{t(`short.${step}`, { document })}</Link>
              {sent?.reason && sent.reason !== identity.reason && (
                <p className="break-words">{t("askedAgain", { reason: sent.reason })}</p>
              )}
            </>
          ),
        }))}
      />
      <Link className="button" reloadDocument to={identityPath(next, purchase)}>
        {t(next === "send" ? "toSend" : "continue")}
      </Link>
    </section>
  );
}

/** The way back to the purchase, or to Buy Token. */
function Onward({ purchase }: { purchase: string }) {
  const { t } = useTranslation("identity");
  return (
    <Link className="button" to={purchase ? purchasePath(purchase) : paths.user.buyToken}>
      {t(purchase ? "toPurchase" : "toBuy")}
    </Link>
  );
}

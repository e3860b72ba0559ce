import { Link } from "@remix-run/react";
import { Hourglass } from "lucide-react";
import { useTranslation } from "react-i18next";
import { paths } from "~/lib/paths";
import { useSite } from "~/root";

/** Payments that the company has yet to decide on. */
export function WaitingPayments({ count }: { count: number }) {
  const { t } = useTranslation("dashboard");
  return (
    <section className="note flex-wrap items-center">
      <Hourglass size={20} aria-hidden />
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="text-lg">{t("waiting.title", { count })}</h2>
        <p>{t("waiting.text")}</p>
      </div>
      <Link className="button button-quiet" to={paths.user.paymentHistory}>
        {t("waiting.follow")}
      </Link>
    </section>
  );
}

/** For whoever has nothing yet: what to do, and what happens then. */
export function FirstSteps() {
  const { companyName } = useSite();
  const { t } = useTranslation("dashboard");
  const steps = [
    [t("start.buy"), t("start.buyText")],
    [t("start.pay"), t("start.payText")],
    [t("start.approved"), t("start.approvedText", { company: companyName })],
  ] as const;
  return (
    <section className="card grid gap-5 p-5" aria-labelledby="first-steps">
      <h2 id="first-steps">{t("start.title")}</h2>
      <ol className="grid gap-4 md:grid-cols-3">
        {steps.map(([title, text], index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-9 flex-none place-items-center rounded-full bg-sunken font-bold tabular"
            >
              {index + 1}
            </span>
            <span className="min-w-0">
              <strong className="block">{title}</strong>
              <span className="text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <Link className="button justify-self-start" to={paths.user.buyToken}>
        {t("start.go")}
      </Link>
    </section>
  );
}

import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "~/lib/paths";
import { useSite } from "~/root";

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

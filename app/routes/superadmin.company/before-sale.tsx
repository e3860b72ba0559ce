import { Circle, CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";

interface Props {
  hasDomain: boolean;
  hasAdmin: boolean;
  hasPrice: boolean;
  hasAccount: boolean;
}

/** What a new company still lacks before its members can buy, and who does it; nothing once all is there. */
export function BeforeSale({ hasDomain, hasAdmin, hasPrice, hasAccount }: Props) {
  const { t } = useTranslation("platform");
  const steps = [
    { key: "domain", isDone: hasDomain },
    { key: "admin", isDone: hasAdmin },
    { key: "price", isDone: hasPrice },
    { key: "account", isDone: hasAccount },
  ] as const;
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <section className="card p-4 md:p-6" aria-labelledby="before-sale">
      <h2 id="before-sale" className="mb-3">
        {t("beforeSale.title")}
      </h2>
      <ul className="grid gap-2">
        {steps.map(({ key, isDone }) => (
          <li key={key} className="flex items-start gap-2">
            {isDone ? (
              <CircleCheck size={20} className="mt-0.5 flex-none text-accent" aria-hidden />
            ) : (
              <Circle size={20} className="mt-0.5 flex-none" aria-hidden />
            )}
            <span>
              {t(`beforeSale.${key}`)}{" "}
              <span className="text-muted">
                {t(isDone ? "beforeSale.done" : "beforeSale.open")}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { Link, useNavigation, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { searchWith } from "~/lib/list-query";
import type { PayableData } from "./load-payment.server";

/** The ways to pay that this company offers; each tab has an address. */
export function MethodTabs({ methods, method }: Pick<PayableData, "methods" | "method">) {
  const { t } = useTranslation("payment");
  const [params] = useSearchParams();
  const navigation = useNavigation();
  return (
    <>
      <nav aria-label={t("tabs.label")} className="tabs">
        {methods.map((one) => (
          <Link
            key={one}
            to={searchWith(params, { tab: one.toLowerCase(), proof: null })}
            replace
            preventScrollReset
            className="tab"
            aria-current={one === method ? "page" : undefined}
          >
            {t(`tabs.${one}`)}
          </Link>
        ))}
      </nav>
      <p role="status" className="sr-only">
        {navigation.state === "loading" && t("loading")}
      </p>
    </>
  );
}

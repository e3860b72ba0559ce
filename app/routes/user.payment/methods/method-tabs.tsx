import { useNavigation, useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { needsProof } from "@server/payments/rules/keys";
import { usualTime } from "@server/platform/rules/dates/dates";
import { AddressedTabs, LinkTab, TabList, TabPanel } from "~/components/layout/tabs";
import { searchWith } from "~/lib/lists/list-query";
import { useIsLive } from "~/lib/orders/use-is-live";
import { BankPanel, BankSelect } from "./bank-panel";
import { PayForm } from "./pay-form";
import type { SelectedMethod } from "./selected-method";
import { usePayable } from "./use-payable";
import { NoUpi, UpiPanel } from "./upi-panel";

interface Props {
  chosen: SelectedMethod;
  /** Omits the accounts, for an order that must not be paid. */
  isBare?: boolean;
}

/** The payment methods that this company offers, each a tab with its own URL, and the form of them all. */
export function MethodTabs({ chosen, isBare = false }: Props) {
  const { methods, upi, banks, order } = usePayable();
  const { t } = useTranslation("payment");
  const [params] = useSearchParams();
  const navigation = useNavigation();
  const isLive = useIsLive();
  // After an app was opened the next step is to report the payment.
  const [isOpened, setOpened] = useState(false);
  const open = () => setOpened(true);
  const { method, bank } = chosen;
  const panels = {
    BANK: bank && <BankPanel bank={bank} />,
    UPI: upi && <UpiPanel upi={upi} onOpen={open} />,
    MANUAL: <ManualPanel />,
  };
  // Without scripts a tab loads the page anew; with them it is there at once, and offline.
  const loaded = isLive ? methods : methods.filter((one) => one === method);
  // Whoever was rejected has paid in most cases, and must not pay a second time.
  const isFolded = order.status === "REJECTED" || order.rest === "MISSING";
  const shown = loaded.map((one) => (
    <TabPanel key={one} value={one} isKept>
      {isBare ? (
        t(order.rest === null ? "alreadySentHint" : "restAgainHint")
      ) : isFolded && needsProof(one) ? (
        <details className="more">
          <summary>{t("notPaid")}</summary>
          {panels[one]}
        </details>
      ) : (
        panels[one]
      )}
    </TabPanel>
  ));
  return (
    <>
      <AddressedTabs value={method}>
        <TabList label={t("tabs.label")} className="pay-tabs">
          {methods.map((one) => (
            <LinkTab
              key={one}
              value={one}
              to={searchWith(params, {
                tab: one.toLowerCase(),
                proof: null,
                // Keeps the collapsed tabs open while the member switches between them.
                sent: isBare ? 1 : null,
              })}
              replace
            >
              {t(`tabs.${one}`)}
            </LinkTab>
          ))}
        </TabList>
        {bank && method === "BANK" && banks.length > 1 && !isBare && <BankSelect bank={bank} />}
        {!methods.includes(method) ? (
          <NoUpi />
        ) : (
          <PayForm method={method} isBare={isBare} isOpened={isOpened} onOpen={open}>
            {shown}
          </PayForm>
        )}
      </AddressedTabs>
      <p role="status" className="sr-only">
        {navigation.state === "loading" && t("loading")}
      </p>
    </>
  );
}

/** Manual payment: submitted here without a proof, and checked by the company. */
function ManualPanel() {
  const { t, i18n } = useTranslation("payment");
  const { company, usualSeconds } = usePayable();
  const { email, mobile } = company;
  const facts = { company: company.name };
  return (
    <div className="grid gap-3">
      <ol className="grid list-decimal gap-2 ps-5">
        <li>
          {t("manual.ask", facts)}
          <span className="flex flex-wrap gap-x-5 wrap-anywhere">
            <a className="link-out" href={`tel:${mobile.replace(/[^+\d]/g, "")}`}>
              {mobile}
            </a>
            <a className="link-out" href={`mailto:${email}`}>
              {email}
            </a>
          </span>
        </li>
        <li>{t("manual.pay")}</li>
        <li>{t("manual.confirm")}</li>
      </ol>
      <p>
        {t("manual.follows", facts)}{" "}
        {usualSeconds !== null &&
          t("manual.usual", { time: usualTime(i18n.language, usualSeconds) })}
      </p>
    </div>
  );
}

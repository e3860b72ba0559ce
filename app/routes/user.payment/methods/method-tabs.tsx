import { useNavigation, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AddressedTabs, LinkTab, TabList, TabPanel } from "~/components/layout/tabs";
import { searchWith } from "~/lib/lists/list-query";
import { BankPanel } from "./bank-panel";
import type { SelectedMethod } from "./selected-method";
import { usePayable, useSteps } from "./use-steps";
import { NoUpi, UpiPanel } from "./upi-panel";

interface Props {
  chosen: SelectedMethod;
  /** Omits the accounts, for an order that must not be paid. */
  isBare?: boolean;
}

/** The payment methods that this company offers, each a tab with its own URL. */
export function MethodTabs({ chosen, isBare = false }: Props) {
  const { methods, upi } = usePayable();
  const { t } = useTranslation("payment");
  const [params] = useSearchParams();
  const navigation = useNavigation();
  const stepsOf = useSteps();
  const { method, bank } = chosen;
  const panels = {
    BANK: bank && <BankPanel bank={bank} />,
    UPI: upi && <UpiPanel upi={upi} />,
    MANUAL: <ManualPanel />,
  };
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
        {methods.map((one) => (
          <TabPanel key={one} value={one} isKept>
            {isBare ? (
              t("alreadySentHint")
            ) : (
              <PaySteps steps={stepsOf(one)}>{panels[one]}</PaySteps>
            )}
          </TabPanel>
        ))}
        {!methods.includes(method) && <NoUpi />}
      </AddressedTabs>
      <p role="status" className="sr-only">
        {navigation.state === "loading" && t("loading")}
      </p>
    </>
  );
}

/** The steps of a method before its last one, which reports the payment; the first has the details. */
function PaySteps({ steps, children }: { steps: readonly string[]; children: ReactNode }) {
  return (
    <ol className="pay-steps">
      {steps.slice(0, -1).map((text, index) => (
        <li key={text}>
          <p className="font-semibold">{text}</p>
          {index === 0 && children}
        </li>
      ))}
    </ol>
  );
}

/** Manual payment: submitted here without a proof, and checked by the company. */
function ManualPanel() {
  const { t } = useTranslation("payment");
  const { company, order } = usePayable();
  return (
    <div className="grid gap-2">
      <h2 className="text-lg">{t("manual.title")}</h2>
      <p>
        {t(order.missingPaise === null ? "manual.text" : "manual.rest", {
          ...company,
          company: company.name,
        })}
      </p>
    </div>
  );
}

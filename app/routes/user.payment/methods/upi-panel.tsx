import { Link } from "@remix-run/react";
import Info from "lucide-react/icons/info";
import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/platform/rules/money/format";
import { CopyButton } from "~/components/data/copy-button";
import { useToast } from "~/components/layout/toasts";
import { paths } from "~/lib/paths";
import type { PayableData } from "../load-payment.server";
import { usePayable } from "./use-payable";
import type { UpiApp } from "@server/payments/rules/upi-link";

type Upi = NonNullable<PayableData["upi"]>;

/** Payment by an app on this phone, by scanning, or by entering the UPI id. */
export function UpiPanel({ upi, onOpen }: { upi: Upi; onOpen: () => void }) {
  const { order, isPhone } = usePayable();
  const { t } = useTranslation(["payment", "paying"]);
  const toast = useToast();
  const apps = <UpiApps upi={upi} isPhone={isPhone} onOpen={onOpen} />;
  const code = (
    <figure className="grid justify-items-center gap-3 text-center">
      {/* On white in both schemes: scanners need dark on light. */}
      <img
        src={upi.qr}
        alt={t("upi.qr")}
        width={256}
        height={256}
        className="h-auto w-64 max-w-full bg-[#fff]"
      />
      <figcaption className="font-semibold">
        {t("upi.scan", { amount: formatRupees(order.duePaise).replace("₹", "") })}
      </figcaption>
    </figure>
  );
  return (
    <div className="grid gap-5">
      <p>{t("upi.how")}</p>
      <a className="pay-app button" href={upi.link}>
        {t("paying:payByUpi", { total: formatRupees(order.duePaise) })}
      </a>
      {isPhone ? (
        <>
          {apps}
          <details className="more">
            <summary>{t("upi.elsewhere")}</summary>
            {code}
          </details>
        </>
      ) : (
        <>
          {code}
          {apps}
        </>
      )}
      {upi.usualLimit && (
        <p className="note">
          <Info />
          <span>{t("upi.limit", { limit: upi.usualLimit })}</span>
        </p>
      )}
      <div className="field">
        <label htmlFor="upi-id">{t("upi.id")}</label>
        <div className="flex gap-2">
          <input id="upi-id" className="input mono" readOnly value={upi.upiId} />
          <CopyButton
            text={upi.upiId}
            label={t("upi.copy")}
            onCopied={() => toast({ tone: "success", text: t("upi.copied") })}
          />
        </div>
      </div>
    </div>
  );
}

/** A company without a UPI id has no such tab, but a URL may select it. */
export function NoUpi() {
  const { t } = useTranslation("payment");
  return (
    <div className="grid justify-items-start gap-4">
      <p>{t("upi.missing")}</p>
      <Link className="button button-quiet" to={paths.user.buyToken}>
        {t("goBack")}
      </Link>
    </div>
  );
}

/** Apps that can scan the code; on a phone, which cannot scan its own screen, they open prefilled. */
function UpiApps({ upi, isPhone, onOpen }: { upi: Upi; isPhone: boolean; onOpen: () => void }) {
  const { t } = useTranslation("payment");
  return (
    <ul
      className={isPhone ? "upi-apps" : "flex flex-wrap justify-center gap-x-4 gap-y-2"}
      aria-label={t("upi.apps")}
    >
      {upi.apps.map(({ app, name, href }) =>
        isPhone ? (
          <li key={app}>
            <a
              className="button button-quiet w-full justify-start!"
              href={href}
              onClick={onOpen}
              aria-label={t("upi.openIn", { app: name })}
            >
              <UpiAppIcon app={app} /> {name}
            </a>
          </li>
        ) : (
          <li key={app} className="flex items-center gap-2 text-sm">
            <UpiAppIcon app={app} /> {name}
          </li>
        ),
      )}
    </ul>
  );
}

/** Our own simple icons, not the vendors' logos; the name is beside each. */
const SIGNS: Record<UpiApp, { ground: string; path: string }> = {
  phonepe: { ground: "#5f259f", path: "M9 8h8M14.5 8v10M14.5 12h-2.5a2.5 2.5 0 0 0-2.5 2.5" },
  "google-pay": { ground: "#1a63c6", path: "M16.5 9.5A5 5 0 1 0 17 14h-5M12 14h5" },
  paytm: { ground: "#00344f", path: "M8 18V8h5a3 3 0 0 1 0 6H8m8 4h2" },
};

function UpiAppIcon({ app }: { app: UpiApp }) {
  const { ground, path } = SIGNS[app];
  return (
    <svg width={28} height={28} viewBox="0 0 26 26" aria-hidden className="flex-none">
      <rect width="26" height="26" rx="7" fill={ground} />
      <path
        d={path}
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

import { Link } from "@remix-run/react";
import { Info } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/domain/money/format";
import { CopyButton } from "~/components/data/copy-button";
import { useToast } from "~/components/layout/toasts";
import { paths } from "~/lib/paths";
import { ConsentForm } from "./consent-form";
import type { PayableData } from "./load-payment.server";
import { UpiAppIcon } from "./upi-app-icon";

/** Pay by scanning, by an app on this phone, or by typing the UPI id. */
export function UpiPanel({ data, result }: { data: PayableData; result: unknown }) {
  const { t } = useTranslation("payment");
  const toast = useToast();
  const { order, upi } = data;
  if (!upi) {
    return (
      <div className="grid justify-items-start gap-4">
        <p>{t("upi.missing")}</p>
        <Link className="button button-quiet" to={paths.user.buyToken}>
          {t("goBack")}
        </Link>
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      <h2>{t("upi.title")}</h2>
      {upi.usualLimit && (
        <p className="note">
          <Info size={20} aria-hidden />
          <span>{t("upi.limit", { limit: upi.usualLimit })}</span>
        </p>
      )}
      <UpiLinks upi={upi} />
      <figure className="grid justify-items-center gap-3 text-center">
        {/* On its own white in both schemes: scanners want dark on light. */}
        <img
          src={upi.qr}
          alt={t("upi.qr")}
          width={256}
          height={256}
          className="h-auto w-64 max-w-full bg-[#fff]"
        />
        <figcaption className="font-semibold">
          {t("upi.scan", { amount: formatRupees(order.totalPaise).replace("₹", "") })}
        </figcaption>
      </figure>
      <UpiApps upi={upi} />
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
      <p>{t("next", { button: t("pay") })}</p>
      <ConsentForm data={data} result={result} submitLabel={t("pay")} />
    </div>
  );
}

type Upi = NonNullable<PayableData["upi"]>;

/** On a phone, which cannot scan its own screen: links that open its apps with all filled in. */
function UpiLinks({ upi }: { upi: Upi }) {
  const { t } = useTranslation("payment");
  return (
    <div className="hidden gap-2 text-center pointer-coarse:grid">
      <p className="label">{t("upi.open")}</p>
      {upi.apps.map(({ app, name, href }) => (
        <a key={app} className="button button-quiet" href={href}>
          <UpiAppIcon app={app} /> {t("upi.openIn", { app: name })}
        </a>
      ))}
      <a className="button button-quiet" href={upi.link}>
        {t("upi.openAny")}
      </a>
      <p className="mt-3">{t("upi.elsewhere")}</p>
    </div>
  );
}

/** What the code can be scanned with. */
function UpiApps({ upi }: { upi: Upi }) {
  const { t } = useTranslation("payment");
  return (
    <ul className="flex flex-wrap justify-center gap-4" aria-label={t("upi.apps")}>
      {upi.apps.map(({ app, name }) => (
        <li key={app} className="flex items-center gap-2 text-sm">
          <UpiAppIcon app={app} /> {name}
        </li>
      ))}
    </ul>
  );
}

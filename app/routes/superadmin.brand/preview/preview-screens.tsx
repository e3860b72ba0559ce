import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { BrandPreview } from "@server/brands/contracts/brands";
import { withoutSamples } from "@themes/samples";
import { type Scheme, SCHEMES } from "@themes/vocabulary";

/** Headings are no headings of the page that shows them. */
const HEADING =
  "font-(family-name:--font-display) font-(--display-weight) leading-[1.2] tracking-(--display-tracking)";

interface ScreenProps {
  preview: BrandPreview;
  scheme: Scheme;
}

/** Login, buy and dashboard in both schemes, as pictures without controls. */
export function PreviewScreens({ preview }: { preview: BrandPreview }) {
  const { t } = useTranslation("brand");
  const screens = [
    { name: t("preview.login"), Screen: LoginScreen },
    { name: t("preview.buy"), Screen: BuyScreen },
    { name: t("preview.dashboard"), Screen: DashboardScreen },
  ];
  return screens.map(({ name, Screen }) => (
    <details key={name} open>
      <summary className="cursor-pointer py-2.5 font-semibold">{name}</summary>
      <div className="grid gap-4 sm:grid-cols-2">
        {SCHEMES.map((scheme) => (
          <Framed
            key={scheme}
            preview={preview}
            scheme={scheme}
            label={t("preview.caption", { screen: name, scheme: t(`preview.${scheme}`) })}
          >
            <Screen preview={preview} scheme={scheme} />
          </Framed>
        ))}
      </div>
    </details>
  ));
}

function Framed({
  preview,
  scheme,
  label,
  children,
}: ScreenProps & { label: string; children: ReactNode }) {
  // React's style type does not include custom properties.
  const style = { ...preview.variables[scheme], colorScheme: scheme } as CSSProperties;
  return (
    <figure className="grid content-start gap-1.5">
      <figcaption className="text-sm text-muted">{label}</figcaption>
      <div
        role="img"
        aria-label={label}
        className="overflow-hidden rounded-(--radius-card) border border-(--border-strong) bg-bg bg-(image:--pattern) bg-size-(--pattern-size) font-sans text-text"
        style={style}
      >
        {children}
      </div>
    </figure>
  );
}

/** A screen below the logo and its heading. */
function Head({
  preview,
  scheme,
  title,
  children,
}: ScreenProps & { title: string; children: ReactNode }) {
  const { header, headerDark } = preview.pictures;
  return (
    <div className="grid gap-3 p-4">
      <img src={scheme === "dark" ? headerDark : header} alt="" className="h-7 w-auto max-w-full" />
      <p className={`${HEADING} text-lg`}>{title}</p>
      {children}
    </div>
  );
}

function LoginScreen({ preview, scheme }: ScreenProps) {
  const { t } = useTranslation("people");
  const { pictures } = preview;
  const brand = withoutSamples(preview.brand);
  return (
    <>
      <Head preview={preview} scheme={scheme} title={t("login.heading")}>
        <p className="label">{t("login.email")}</p>
        <p className="input flex items-center">
          <span className="truncate text-muted">asha@member.example</span>
        </p>
        <p className="button">{t("login.submit")}</p>
        <p style={{ color: "var(--link)" }} className="underline">
          {t("login.forgot")}
        </p>
      </Head>
      <div className="panel grid gap-2.5 p-4">
        <p
          className="text-xs font-semibold tracking-widest"
          style={{ color: "var(--panel-text-muted)" }}
        >
          {brand.programName} {t("login.program")}
        </p>
        <p className={`${HEADING} text-xl`}>{brand.title}</p>
        <img src={pictures.chart} alt="" className="w-full rounded-[var(--radius-card)]" />
        {brand.socialLinks.length > 0 && (
          <p className="text-sm underline">
            {brand.socialLinks.map(({ mediaName }) => mediaName).join("  ")}
          </p>
        )}
        <p className="text-sm" style={{ color: "var(--panel-text-muted)" }}>
          {brand.footerNote}
        </p>
      </div>
    </>
  );
}

function BuyScreen({ preview, scheme }: ScreenProps) {
  const { t } = useTranslation("buy");
  const { t: tb } = useTranslation("brand");
  const { brand, pictures } = preview;
  return (
    <Head preview={preview} scheme={scheme} title={t("title")}>
      <div className="card grid gap-3 p-4">
        <div className="flex items-center gap-3">
          <img src={pictures.icon} alt="" width={40} height={40} className="size-10" />
          <div className="min-w-0">
            <p className={HEADING}>{brand.name}</p>
            <p className="text-muted">{brand.symbol}</p>
          </div>
        </div>
        <p className="label">{t("amount")}</p>
        <p className="input flex items-center tabular">{tb("preview.amount")}</p>
        <p className="button">{t("submit")}</p>
      </div>
      <p className="note note-warning text-sm">{t("finalSale")}</p>
    </Head>
  );
}

function DashboardScreen({ preview, scheme }: ScreenProps) {
  const { t } = useTranslation("dashboard");
  const { t: tc } = useTranslation();
  const { t: tb } = useTranslation("brand");
  const { brand, pictures } = preview;
  return (
    <Head preview={preview} scheme={scheme} title={t("title")}>
      <div className="card grid gap-2 p-4" style={{ background: "var(--accent-soft)" }}>
        <p className="font-semibold text-muted">{t("myStock")}</p>
        <p className="flex items-center gap-2 text-xl font-bold tabular">
          <img src={pictures.icon} alt="" width={28} height={28} className="size-7" />
          {tb("preview.balance")} {brand.symbol}
        </p>
        <p className="font-semibold" style={{ color: "var(--accent-soft-text)" }}>
          {tc("viewMore")}
        </p>
      </div>
      <p className="flex flex-wrap gap-2">
        <span className="badge badge-success">{tc("status.APPROVED")}</span>
        <span className="badge badge-warning">{tc("status.PENDING")}</span>
        <span className="badge badge-danger">{tc("status.REJECTED")}</span>
      </p>
      <p className="flex h-3 gap-1">
        {[1, 2, 3, 4, 5].map((slice) => (
          <span
            key={slice}
            className="flex-1 rounded-[var(--radius-badge)]"
            style={{ background: `var(--chart-${slice})` }}
          />
        ))}
      </p>
    </Head>
  );
}

import { Button } from "@react-email/button";
import type { CSSProperties, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Language } from "@db/vocabulary";
import { translatorOf } from "@server/platform";
import { pageIcons } from "@themes/assets";
import type { Brand } from "@themes/contract";
import { themeVariables, type ThemeVariable } from "@themes/css";
import { type MessageWords, messageWords } from "./message-words";
import type { MessageParams, Template } from "./message-templates";

export interface Rendered {
  subject: string;
  text: string;
  html: string;
  /** It is null when the template has no SMS text. */
  sms: string | null;
}

export interface RenderSite {
  /** The company's name, or the product's for a super admin. */
  name: string;
  origin: string;
  brand: Brand;
  /** The company's registered name, where it has set one. */
  legalName: string | null;
  /** The e-mail address for questions; null for the platform. */
  contact: string | null;
}

/**
 * Renders a message in the recipient's language and the brand's look, as HTML and as plain text. All
 * values are escaped.
 */
export function renderMessage<T extends Template>(
  template: T,
  params: MessageParams[T],
  language: Language,
  site: RenderSite,
): Rendered {
  const words = messageWords(template, params, language, site.name);
  const foot = footOf(language, site);
  const html = renderToStaticMarkup(
    <MailPage words={words} foot={foot} language={language} site={site} />,
  );
  return {
    subject: words.subject,
    text: textOf(words, foot, site),
    html: `<!doctype html>${html}`,
    sms: words.sms ?? null,
  };
}

/** The lines below a message: where to ask, and who sends it. */
const footOf = (language: Language, { contact, legalName, name }: RenderSite): string[] => [
  ...(contact ? [translatorOf(language).t("mail:footer.contact", { replace: { contact } })] : []),
  `— ${legalName ?? name}`,
];

function textOf(words: MessageWords, foot: readonly string[], site: RenderSite): string {
  return [
    ...(words.code ? [words.code] : []),
    ...words.paragraphs,
    ...(words.links ?? []).map(({ label, path }) => `${label}\n${site.origin}${path}`),
    ...(words.button ? [`${words.button.label}: ${site.origin}${words.button.path}`] : []),
    foot.join("\n"),
  ].join("\n\n");
}

/** The colours of each class, in both schemes. The inline ones are for readers that drop style sheets. */
const COLOURS = {
  page: { background: "--bg", color: "--text" },
  card: { background: "--surface", borderColor: "--border" },
  head: { background: "--panel", color: "--panel-text" },
  code: { background: "--surface-sunken", color: "--text" },
  action: { background: "--accent", color: "--accent-text" },
  link: { color: "--link", borderColor: "--border" },
  foot: { color: "--text-muted" },
} as const satisfies Record<string, Partial<Record<keyof typeof CSS_NAMES, ThemeVariable>>>;

const CSS_NAMES = {
  background: "background",
  color: "color",
  borderColor: "border-color",
} as const;

type Painted = { background?: string; color?: string; borderColor?: string };

const coloursIn = (brand: Brand, scheme: "light" | "dark") => {
  const values = themeVariables(brand, scheme);
  return (name: keyof typeof COLOURS): Painted =>
    Object.fromEntries(
      Object.entries(COLOURS[name]).map(([property, variable]) => [property, values[variable]]),
    );
};

/**
 * The rules for a device that prefers dark. The page repeats its colours in a cell of its own, which
 * the first rule takes away. None of the characters needs escaping in HTML.
 */
function darkRules(brand: Brand): string {
  const dark = coloursIn(brand, "dark");
  const rules = (Object.keys(COLOURS) as (keyof typeof COLOURS)[]).map((name) => {
    const set = Object.entries(dark(name)).map(
      ([property, value]) => `${CSS_NAMES[property as keyof Painted]}:${value}!important`,
    );
    return `${name === "page" ? "" : ".page "}.${name}{${set.join(";")}}`;
  });
  const bare = ".page td{background:transparent!important;color:inherit!important}";
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${bare}${rules.join("")}}`;
}

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans Devanagari',sans-serif";
const PARAGRAPH = {
  margin: "0 0 16px",
  fontSize: 16,
  lineHeight: 1.6,
  overflowWrap: "anywhere",
  whiteSpace: "pre-line",
} as const;

/** A table of one cell: some readers lay out nothing else. */
const Cell = ({
  className,
  style,
  inner,
  children,
}: {
  className?: string;
  style?: CSSProperties;
  inner?: CSSProperties;
  children: ReactNode;
}) => (
  <table
    role="presentation"
    align="center"
    width="100%"
    border={0}
    cellPadding={0}
    cellSpacing={0}
    className={className}
    style={style}
  >
    <tbody>
      <tr>
        <td style={inner}>{children}</td>
      </tr>
    </tbody>
  </table>
);

/** Characters without ink: lists of mails show the first paragraph, and not what follows it. */
const BLANK = "\u00a0\u200c".repeat(75);

interface MailPageProps {
  words: MessageWords;
  foot: readonly string[];
  language: Language;
  site: RenderSite;
}

function MailPage({ words, foot, language, site: { name, origin, brand } }: MailPageProps) {
  const paint = coloursIn(brand, "light");
  const shape = themeVariables(brand, "light");
  const radius = shape["--radius-card"];
  const icon = (
    <img
      src={origin + pageIcons(brand).touch}
      alt=""
      width={40}
      height={40}
      style={{ display: "block", borderRadius: shape["--radius-badge"] }}
    />
  );
  return (
    <html lang={language} dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>{words.subject}</title>
        <style>{darkRules(brand)}</style>
      </head>
      <body className="page" style={{ margin: 0, background: paint("page").background }}>
        <div style={{ display: "none", maxHeight: 0, overflow: "hidden" }}>
          {words.paragraphs[0]}
          {BLANK}
        </div>
        <Cell inner={{ padding: "24px 12px", fontFamily: FONT, ...paint("page") }}>
          <Cell
            className="card"
            style={{
              maxWidth: 560,
              borderCollapse: "separate",
              overflow: "hidden",
              borderRadius: radius,
              borderWidth: 1,
              borderStyle: "solid",
              ...paint("card"),
            }}
          >
            <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
              <tbody>
                <tr>
                  <td
                    className="head"
                    width={40}
                    style={{ padding: "16px 0 16px 24px", ...paint("head") }}
                  >
                    {icon}
                  </td>
                  <td
                    className="head"
                    style={{
                      padding: "16px 24px 16px 12px",
                      fontSize: 18,
                      fontWeight: 700,
                      ...paint("head"),
                    }}
                  >
                    {name}
                  </td>
                </tr>
              </tbody>
            </table>
            <div style={{ padding: "28px 24px 32px" }}>
              <h1 style={{ margin: "0 0 16px", fontSize: 22, lineHeight: 1.3 }}>{words.subject}</h1>
              {words.code && (
                <p
                  className="code"
                  style={{
                    margin: "24px 0",
                    padding: 16,
                    borderRadius: shape["--radius-control"],
                    font: "700 32px/1 ui-monospace,Menlo,Consolas,monospace",
                    letterSpacing: 6,
                    textAlign: "center",
                    ...paint("code"),
                  }}
                >
                  {words.code}
                </p>
              )}
              {words.paragraphs.map((text) => (
                <p key={text} style={PARAGRAPH}>
                  {text}
                </p>
              ))}
              {words.links?.map(({ label, path }) => (
                <p
                  key={path}
                  className="link"
                  style={{
                    margin: 0,
                    padding: "10px 0",
                    borderTopWidth: 1,
                    borderTopStyle: "solid",
                    fontSize: 16,
                    lineHeight: 1.5,
                    overflowWrap: "anywhere",
                    ...paint("link"),
                  }}
                >
                  <a className="link" href={origin + path} style={paint("link")}>
                    {label}
                  </a>
                </p>
              ))}
              {words.button && (
                <Button
                  className="action"
                  href={origin + words.button.path}
                  style={{
                    marginTop: 8,
                    padding: "14px 24px",
                    borderRadius: shape["--radius-control"],
                    fontSize: 16,
                    fontWeight: 600,
                    ...paint("action"),
                  }}
                >
                  {words.button.label}
                </Button>
              )}
            </div>
          </Cell>
          <Cell className="foot" style={{ maxWidth: 560, ...paint("foot") }}>
            {foot.map((line) => (
              <p
                key={line}
                style={{
                  margin: "12px 24px 0",
                  fontSize: 14,
                  lineHeight: 1.5,
                  overflowWrap: "anywhere",
                }}
              >
                {line}
              </p>
            ))}
          </Cell>
        </Cell>
      </body>
    </html>
  );
}

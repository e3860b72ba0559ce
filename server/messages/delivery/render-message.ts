import type { Language } from "@db/vocabulary";
import type { Brand } from "@themes/contract";
import { themeVariables } from "@themes/css";
import { type MessageWords, messageWords } from "./message-words";
import type { MessageParams, Template } from "./message-templates";

export interface Rendered {
  subject: string;
  text: string;
  html: string;
  /** Null when the template has no SMS text. */
  sms: string | null;
}

export interface RenderSite {
  /** The company's name, or the product's for a super admin. */
  name: string;
  origin: string;
  brand: Brand;
}

/**
 * Renders a message in the recipient's language and the company's colours. All values are escaped.
 */
export function renderMessage<T extends Template>(
  template: T,
  params: MessageParams[T],
  language: Language,
  site: RenderSite,
): Rendered {
  const words = messageWords(template, params, language, site.name);
  return {
    subject: words.subject,
    text: textOf(words, site),
    html: htmlOf(words, language, site),
    sms: words.sms ?? null,
  };
}

function textOf(words: MessageWords, site: RenderSite): string {
  return [
    ...(words.code ? [words.code] : []),
    ...words.paragraphs,
    ...(words.links ?? []).map(({ label, path }) => `${label}\n${site.origin}${path}`),
    ...(words.button ? [`${words.button.label}: ${site.origin}${words.button.path}`] : []),
    `— ${site.name}`,
  ].join("\n\n");
}

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function htmlOf(words: MessageWords, language: Language, site: RenderSite): string {
  const light = themeVariables(site.brand, "light");
  const code = words.code
    ? `<p style="margin:24px 0;padding:16px;border-radius:8px;background:${light["--surface-sunken"]};color:${light["--text"]};font:700 32px/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;text-align:center">${escape(words.code)}</p>`
    : "";
  const paragraphs = words.paragraphs
    .map(
      (text) =>
        `<p style="margin:0 0 16px;font-size:16px;line-height:1.6;overflow-wrap:anywhere;white-space:pre-line">${escape(text)}</p>`,
    )
    .join("");
  const button = words.button
    ? `<p style="margin:24px 0 0"><a href="${escape(site.origin + words.button.path)}" style="display:inline-block;padding:14px 24px;border-radius:8px;background:${light["--accent"]};color:${light["--accent-text"]};font-weight:600;text-decoration:none">${escape(words.button.label)}</a></p>`
    : "";
  const links = (words.links ?? [])
    .map(
      ({ label, path }) =>
        `<p style="margin:0;padding:10px 0;border-top:1px solid ${light["--border"]};font-size:16px;line-height:1.5;overflow-wrap:anywhere"><a href="${escape(site.origin + path)}" style="color:${light["--link"]}">${escape(label)}</a></p>`,
    )
    .join("");
  const preview = escape(words.paragraphs[0] ?? "");
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escape(words.subject)}</title></head><body style="margin:0;background:${light["--bg"]};color:${light["--text"]};font-family:system-ui,'Noto Sans Devanagari',sans-serif"><div style="display:none;max-height:0;overflow:hidden">${preview}</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${light["--surface"]};border-radius:12px;border-top:6px solid ${light["--accent"]}"><tr><td style="padding:28px 28px 32px"><p style="margin:0 0 20px;font-size:18px;font-weight:700">${escape(site.name)}</p><h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escape(words.subject)}</h1>${code}${paragraphs}${links}${button}</td></tr></table></td></tr></table></body></html>`;
}

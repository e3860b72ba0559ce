import PostalMime from "postal-mime";
import { untilQuiet } from "@tools/faults/harness/checks";
import type { Instance } from "@tools/faults/harness/installation";
import type { Attack, Form, Tries } from "@tools/attacks/attack";
import { crawl, type Visited } from "@tools/attacks/harness/crawl";
import {
  faultsInCss,
  faultsInCsv,
  faultsInHeaders,
  faultsInHtml,
  faultsInPdf,
  faultsInSvg,
  MARK,
} from "@tools/attacks/harness/detector";
import { PAYLOADS, type PayloadKind } from "@tools/attacks/harness/payloads";
import { plant, type Planted, Typist } from "@tools/attacks/harness/plant";
import type { Target } from "@tools/attacks/harness/target";
import { contractTexts, reasonNotTyped } from "@tools/attacks/harness/texts";

/** A mail shows its brand's icon, whose path names the token; on another host it is a fault. */
const withoutOwnIcon = (html: string): string =>
  html.replaceAll(
    /src="http:\/\/(?:tenant\d+\.)?localhost:\d+\/brands\/[\w-]+\/icon-180\.png(?:\?v=\w+)?"/g,
    "",
  );

/** Returns the faults of an answer by the kind of its content. */
function faultsIn(visited: Visited): string[] {
  const { headers, bytes, text, base, rawHeaders, status } = visited;
  const type = String(headers["content-type"] ?? "");
  const faults = faultsInHeaders(rawHeaders);
  if (status >= 500) faults.push(`status ${status}: ${text.slice(0, 200)}`);
  if (headers["x-content-type-options"] !== "nosniff") faults.push("may be sniffed");
  if (/^text\//.test(type) && !/charset=utf-8/i.test(type)) faults.push("no charset");
  if (type.startsWith("text/html")) faults.push(...faultsInHtml(text, base));
  else if (type.startsWith("text/csv")) {
    faults.push(...faultsInCsv(text));
    if (!/^attachment/.test(String(headers["content-disposition"]))) faults.push("not a download");
  } else if (type.startsWith("application/pdf")) faults.push(...faultsInPdf(bytes));
  else if (type.startsWith("image/svg+xml")) faults.push(...faultsInSvg(text));
  else if (type.startsWith("text/css")) faults.push(...faultsInCss(text));
  else if (MARK.test(text) && !/^(application\/(json|octet-stream)|text\/x-script)/.test(type)) {
    faults.push(`shown as ${type || "nothing in particular"}`);
  }
  return faults;
}

/** Returns the kind of content in which a canary was seen as text. */
const kindOf = ({ headers }: Visited): string =>
  String(headers["content-type"] ?? "none").split(";")[0] ?? "";

async function round(
  target: Target,
  tries: Tries,
  {
    at,
    kind,
    seen,
    form,
  }: { at: Instance; kind: PayloadKind; seen: Map<string, number>; form: Form },
): Promise<void> {
  const typist = new Typist(PAYLOADS[kind], form);
  const mailsBefore = target.place.sink.taken.length;
  const planted = await plant(target, at, typist);
  await read(target, tries, { at, kind, planted, typist, mailsBefore, seen, form });
  const missing = contractTexts().filter(
    (field) => reasonNotTyped(field) === null && !typist.typed.has(field),
  );
  if (form === "whole") {
    tries.try(`${kind}: never typed: ${missing.join(", ")}`, missing.length === 0);
  }
  tries.note(`${kind}: ${typist.accepted.size} of ${typist.typed.size} fields took a canary`);
}

async function read(
  target: Target,
  tries: Tries,
  {
    at,
    kind,
    planted,
    typist,
    mailsBefore,
    seen,
    form,
  }: {
    at: Instance;
    kind: PayloadKind;
    planted: Planted;
    typist: Typist;
    mailsBefore: number;
    seen: Map<string, number>;
    form: Form;
  },
): Promise<void> {
  const whose = (fault: string) =>
    [...fault.matchAll(/zqx(\d{3})/gi)].map(([, n]) => typist.fields[Number(n) - 1])[0] ?? "";
  for (const visited of await crawl(at, planted, form)) {
    // Pages link to a company's host, which a super admin has named.
    const faults = faultsIn(visited).filter(
      (one) => !(one.startsWith("href of a") && whose(one) === "domains.add host"),
    );
    const said = faults.map((one) => `${one} (${whose(one)})`).join("; ");
    const where = `${kind} at ${visited.path}: ${said.slice(0, 500)}`;
    tries.try(where, faults.length === 0);
    if (MARK.test(visited.text)) seen.set(kindOf(visited), (seen.get(kindOf(visited)) ?? 0) + 1);
  }
  await untilQuiet(target.place);
  for (const { raw, to } of target.place.sink.taken.slice(mailsBefore)) {
    const { html = "", headers, attachments, subject } = await PostalMime.parse(raw);
    const faults = [
      ...faultsInHtml(withoutOwnIcon(html), "http://mail.invalid/"),
      ...faultsInHeaders(headers.flatMap(({ key, value }) => [key, value])),
      ...(attachments.length > 0 ? ["an attachment"] : []),
      ...headers.filter(({ key }) => /^(bcc|cc|sender)$/i.test(key)).map(({ key }) => key),
      ...(headers.filter(({ key }) => key === "to").length === 1 ? [] : ["not one recipient"]),
    ];
    const where = `${kind} in the mail "${subject ?? ""}" to ${to}: ${faults.map((one) => `${one} (${whose(one)})`).join("; ")}`;
    tries.try(where, faults.length === 0);
    if (MARK.test(html)) seen.set("mail", (seen.get("mail") ?? 0) + 1);
  }
}

/**
 * Kinds of content that must show canaries as text: their absence would prove nothing otherwise.
 */
const SHOWN = ["text/html", "text/csv", "application/json", "mail"];

async function everywhere(target: Target, tries: Tries, form: Form): Promise<void> {
  const at = await target.open();
  const seen = new Map<string, number>();
  const all = Object.keys(PAYLOADS) as PayloadKind[];
  for (const kind of form === "whole" ? all : (["markup"] as const)) {
    await round(target, tries, { at, kind, seen, form });
    await target.forget();
  }
  const shown = form === "whole" ? [...SHOWN, "text/x-script"] : SHOWN;
  for (const kind of shown) tries.control(`${kind} shows canaries`, (seen.get(kind) ?? 0) > 0);
  tries.note([...seen].map(([kind, times]) => `${kind} ${times}`).join(", "));
}

export const canaries: readonly Attack[] = [
  {
    name: "stored-canaries",
    tried:
      "markup, script, templates, styles, addresses, formulas and line breaks in every text of the contracts; every page, mail, PDF, CSV, SVG, style sheet and call is read",
    isInShort: true,
    run: everywhere,
  },
];

import type { Attack, Tries } from "@tools/attacks/attack";
import { faultsInCss } from "@tools/attacks/harness/detector";
import { ask } from "@tools/attacks/harness/http";
import { brandForm } from "@tools/attacks/harness/plant";
import type { Tenant, Target } from "@tools/attacks/harness/target";

const WORD = "zqx001";

/** Texts in the place of a brand's colours, shapes and links. */
const STYLES = [
  `#fff;}body{background:url(//${WORD}.example)}`,
  `red;background:url(//${WORD}.example)`,
  `url(//${WORD}.example)`,
  `var(--${WORD})`,
  `expression(${WORD}())`,
  `</style><script>${WORD}()</script>`,
  `#123456\n;}*{color:${WORD}`,
  `#12345g`,
  `\uff03123456`,
  `#\uff11\uff12\uff13\uff14\uff15\uff16`,
  `@import "//${WORD}.example"`,
  `\\75 rl(${WORD})`,
  `/**/${WORD}`,
];
const LINKS = [
  `javascript:${WORD}()`,
  `data:text/html,${WORD}`,
  `http://${WORD}.example/`,
  `https://${WORD}@t.example/`,
  `https://t.example/"onmouseover="${WORD}()`,
  `https://t.example/<${WORD}>`,
  `//${WORD}.example`,
  `https:${WORD}.example`,
  `https://localhost/${WORD}`,
  `https://127.0.0.1/${WORD}`,
  `https://[::1]/${WORD}`,
  `https://t.example\\@${WORD}.example`,
];

async function colours(target: Target, tries: Tries): Promise<void> {
  const at = await target.open();
  const tenant: Tenant = await target.tenant();
  const { token } = await target.superAdmin();
  const companyId = tenant.company.id;
  const basedOn = async () => {
    const input = encodeURIComponent(JSON.stringify({ companyId }));
    const { text } = await ask(at.port, { path: `/trpc/brands.studio?input=${input}`, token });
    return (JSON.parse(text) as { result: { data: { basedOn: string } } }).result.data.basedOn;
  };
  const start = { companyId, basedOn: await basedOn(), from: "RSGN" };
  await ask(at.port, { path: "/trpc/brands.start", token, json: start });
  const base = { ...brandForm(), companyId };
  const save = async (change: object) =>
    ask(at.port, {
      path: "/trpc/brands.save",
      token,
      json: { ...base, ...change, basedOn: await basedOn() },
    });
  for (const name of [
    "accent",
    "secondary",
    "neutralHue",
    "neutralTint",
    "radius",
    "type",
    "pattern",
    "panel",
    "address",
  ]) {
    for (const style of STYLES) {
      for (const value of [style, [style], { toString: style }]) {
        const answer = await save({ [name]: value, hasSecondary: true });
        const what = `${name} = ${JSON.stringify(value)}: ${answer.status}`;
        tries.try(what, answer.status === 400);
      }
    }
  }
  for (const link of LINKS) {
    for (const medium of ["telegram", "X"]) {
      const answer = await save({ links: { [medium]: link } });
      tries.try(`${medium} = ${JSON.stringify(link)}: ${answer.status}`, answer.status === 400);
    }
  }
  const good = await save({ accent: "#3366cc" });
  tries.control(`a colour is saved: ${good.status}`, good.status === 200);
  await ask(at.port, {
    path: "/trpc/brands.publish",
    token,
    json: { companyId, basedOn: await basedOn() },
  });
  const page = await ask(at.port, { path: "/", host: tenant.host });
  const sheet = /href="(\/brands\/[^"]+\.css[^"]*)"/.exec(page.text)?.[1] ?? "/brands/none.css";
  const css = await ask(at.port, { path: sheet.replaceAll("&amp;", "&"), host: tenant.host });
  tries.try(
    `the style sheet has ${faultsInCss(css.text).join()}`,
    faultsInCss(css.text).length === 0,
  );
  tries.control("the style sheet has colours", css.status === 200 && /#[0-9a-f]{6}/.test(css.text));
}

export const brandColours: readonly Attack[] = [
  {
    name: "brand-colours",
    tried: "styles, scripts and addresses where a brand has colours, shapes and links",
    isInShort: false,
    run: colours,
  },
];

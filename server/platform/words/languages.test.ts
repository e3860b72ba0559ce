import path from "node:path";
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LANGUAGES, LANGUAGE_NAMES } from "@locales/languages";

/** Files that depend on the languages, copied so that the test can add one. */
const CODE = ["app", "locales", "ops", "server", "db", "themes"];
const SOURCES = [...CODE, "tsconfig.json", "package.json"];

/** The compiler's errors alone, in a second; `npm run lint` adds rules. */
const COMPILER = `export default {
  options: { typeAware: true, typeCheck: true },
  plugins: [],
  categories: { correctness: "off" },
};`;

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), "prelaunch-language-"));
  for (const name of SOURCES) cpSync(name, path.join(copy, name), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Prints texts of a server with the third language. */
const PROBE = `
  import { LANGUAGES } from "@db/vocabulary";
  import { LANGUAGE_NAMES } from "@locales/languages";
    import { SavePreferences } from "@server/members/contracts/members";
  import { detectClientLanguage, detectPageLanguage } from "@server/access/call/detect-language";
  import { messageWords } from "@server/messages/delivery/message-words";
  import { policyOf } from "@server/companies/policies/policy-text";
  import { translateRefusal } from "@server/platform/words/translators.server";
  const asked = (headers) => new Request("http://localhost/", { headers });
  const [third] = LANGUAGES.slice(-1);
  console.log(JSON.stringify({
    languages: LANGUAGES,
    names: LANGUAGES.map((one) => LANGUAGE_NAMES[one]),
    chosen: SavePreferences.parse({ language: third }).language,
    detected: await detectPageLanguage(asked({ "accept-language": "fr, ta-IN;q=0.9, en;q=0.8" })),
    remembered: await detectPageLanguage(asked({ cookie: "prelaunch_language=ta" })),
    client: await detectClientLanguage(asked({ "accept-language": "ta" })),
    refusal: translateRefusal(third, "NOT_FOUND"),
    fallback: translateRefusal(third, "UNKNOWN_HOST"),
    mail: messageWords("registrationCode", { code: "123456", minutes: 10 }, third, "Kite").subject,
    policy: policyOf("privacyPolicy", null, third).title,
  }));
`;

test("a third language needs one folder and one entry", { tags: ["full"], timeout: 60_000 }, () => {
  cpSync(path.join(copy, "locales/hi"), path.join(copy, "locales/ta"), { recursive: true });
  edit("locales/ta/server/refusals.json", (text) =>
    text
      .replace(/"NOT_FOUND": "[^"]*"/, '"NOT_FOUND": "இங்கே எதுவும் இல்லை."')
      .replace(/ +"UNKNOWN_HOST":.*\n/, ""),
  );
  edit("locales/languages.ts", (text) =>
    text.replace('  hi: "हिन्दी",', (entry) => `${entry}\n  ta: "தமிழ்",`),
  );
  writeFileSync(path.join(copy, "probe.ts"), PROBE);

  const said: unknown = JSON.parse(
    execFileSync(process.execPath, ["--import", "tsx", "probe.ts"], {
      cwd: copy,
      encoding: "utf8",
    }),
  );

  expect(said).toEqual({
    languages: ["en", "hi", "ta"],
    names: ["English", "हिन्दी", "தமிழ்"],
    chosen: "ta",
    detected: "ta",
    remembered: "ta",
    client: "ta",
    refusal: "இங்கே எதுவும் இல்லை.",
    fallback: "There is no site at this address.",
    mail: "123456 आपका Kite कोड है",
    policy: "गोपनीयता नीति",
  });
});

// It compiles a third of the product anew, which `npm test` leaves to `npm run test:full`.
test.runIf(process.env["FULL"])(
  "the compiler names a list that lacks the third language, and nothing else",
  { timeout: 60_000 },
  () => {
    const file = "app/components/layout/preferences.tsx";
    edit(
      file,
      (text) =>
        `${text}\nimport type { Language } from "@locales/languages";\n` +
        'export const NAMES: Record<Language, string> = { en: "English", hi: "Hindi" };\n',
    );
    const errors = errorsOfTheCompiler();
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain("Property 'ta' is missing");
    expect(errors[0]).toContain(file);
  },
);

/** Returns the compiler's errors in all files that depend on the languages. */
function errorsOfTheCompiler(): string[] {
  writeFileSync(path.join(copy, "compiler.config.js"), COMPILER);
  const files = CODE.flatMap((folder) =>
    readdirSync(path.join(copy, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      path.join(folder, file),
    ),
  )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|testing\//.test(file))
    .filter((file) => /\bLanguage\b|LANGUAGES/.test(read(file)));
  expect(files.length).toBeGreaterThan(40);
  const checked = spawnSync(
    "node_modules/.bin/oxlint",
    ["--config", "compiler.config.js", "--format", "unix", ...files],
    { cwd: copy, encoding: "utf8" },
  );
  const said = checked.stdout.split("\n").filter((line) => /^\S+:\d+:\d+: /.test(line));
  expect(checked.status === 0, checked.stdout + checked.stderr).toBe(said.length === 0);
  return said;
}

const read = (file: string): string => readFileSync(path.join(copy, file), "utf8");

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(path.join(copy, file), change(read(file)));
}

/** A language in code: `"hi"`, or the key of a map, `hi:`, on a line of its own or after another. */
const NAMED = new RegExp(
  `"(?:${LANGUAGES.join("|")})"|(?:^|[{,])\\s*(?:${LANGUAGES.join("|")}):`,
  "m",
);

test("only the list of languages names a language in code", () => {
  const naming = ["app", "ops", "server", "db", "themes"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) =>
        path.join(folder, file),
      ),
    )
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/\.test\.|\.system\.|testing\/|demo\/|^ops\/(attacks|bench|faults)\//.test(file),
    )
    .filter((file) => NAMED.test(readFileSync(file, "utf8").replaceAll(/lang="en"/g, "")));
  expect(naming).toEqual([]);
});

test.each(LANGUAGES)("the language %s has the name that browsers give it", (language) => {
  const names = new Intl.DisplayNames([language], { type: "language" });
  expect(LANGUAGE_NAMES[language]).toBe(names.of(language));
});

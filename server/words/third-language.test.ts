import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** Files that depend on the languages, copied so that the test can add one. */
const SOURCES = ["locales", "server", "db", "themes", "tsconfig.json", "package.json"];

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
  import { SavePreferences } from "@server/contracts/members";
  import { detectClientLanguage, detectPageLanguage } from "@server/context/detect-language";
  import { messageWords } from "@server/delivery/message-words";
  import { policyOf } from "@server/documents/policies";
  import { translateRefusal } from "@server/words/refusals.server";
  const asked = (headers) => new Request("http://localhost/", { headers });
  const [third] = LANGUAGES.slice(-1);
  console.log(JSON.stringify({
    languages: LANGUAGES,
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

test("a third language needs one folder and one entry", { timeout: 60_000 }, () => {
  cpSync(path.join(copy, "locales/hi"), path.join(copy, "locales/ta"), { recursive: true });
  edit("locales/ta/refusals.ts", (text) =>
    text
      .replace(/NOT_FOUND: "[^"]*"/, 'NOT_FOUND: "இங்கே எதுவும் இல்லை."')
      .replace(/ +UNKNOWN_HOST:.*\n/, ""),
  );
  edit("locales/languages.ts", (text) =>
    text.replace(
      /^ {2}hi: \{[^}]*\},$/m,
      (entry) => `${entry}\n${entry.replace("hi:", "ta:").replaceAll("./hi/", "./ta/")}`,
    ),
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

function edit(file: string, change: (text: string) => string): void {
  const at = path.join(copy, file);
  writeFileSync(at, change(readFileSync(at, "utf8")));
}

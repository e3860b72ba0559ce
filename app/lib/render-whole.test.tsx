import { expect, test } from "vitest";
import { renderWhole } from "./render-whole.server";

const WORDS = "क्या बदला";

test("a long page in Hindi arrives letter by letter as it was written", async () => {
  const lines = Array.from({ length: 500 }, (_, index) => index);
  const markup = await renderWhole(
    <ul>
      {lines.map((line) => (
        <li key={line} data-label={WORDS}>
          {WORDS}
        </li>
      ))}
    </ul>,
    "nonce",
  );
  const line = `<li data-label="${WORDS}">${WORDS}</li>`;
  expect(markup).toBe(`<ul>${line.repeat(500)}</ul>`);
});

import { expect, test } from "vitest";
import { renderComplete } from "./render-complete.server";

const WORDS = "क्या बदला";

test("a long page in Hindi is rendered without lost or added characters", async () => {
  const lines = Array.from({ length: 500 }, (_, index) => index);
  const markup = await renderComplete(
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

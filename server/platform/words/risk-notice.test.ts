import { expect, test } from "vitest";
import { riskNotice } from "./translators.server";

test("a company's own risk notice is shown as written, in every language", () => {
  expect(riskNotice("en", " Ours.\nTwo lines. ")).toBe("Ours.\nTwo lines.");
  expect(riskNotice("hi", "Ours.")).toBe("Ours.");
});

test("without one, or with a blank one, the default notice is shown in the reader's language", () => {
  for (const own of [undefined, null, "", "  \n"]) {
    expect(riskNotice("en", own)).toContain("unregulated");
    expect(riskNotice("hi", own)).toContain("विनियमित");
  }
});

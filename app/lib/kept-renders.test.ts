import { expect, test } from "vitest";
import { keepRenders } from "./kept-renders.server";

const nonce = (letter: string) => letter.repeat(22);
const uuid = (digit: string) => `${digit.repeat(8)}-1111-2222-3333-${digit.repeat(12)}`;

/** A page that shows its data in a script with its nonce, and counts how often it is rendered. */
function site() {
  const renders = keepRenders(900);
  const page = { renders: 0 };
  const show = (data: string, ...own: string[]) =>
    renders.markup(`${data} ${own.join(" ")}`, own, () => {
      page.renders += 1;
      const [first = ""] = own;
      return Promise.resolve(`<script nonce="${first}">${data} ${own.join(" ")}</script>`);
    });
  return { page, show };
}

test("the same data is rendered once, and each answer has its own values", async () => {
  const { page, show } = site();
  expect(await show("Asha", nonce("a"), uuid("1"))).toBe(
    `<script nonce="${nonce("a")}">Asha ${nonce("a")} ${uuid("1")}</script>`,
  );
  expect(await show("Asha", nonce("b"), uuid("2"))).toBe(
    `<script nonce="${nonce("b")}">Asha ${nonce("b")} ${uuid("2")}</script>`,
  );
  expect(page.renders).toBe(1);
});

test("other data is rendered, however little differs", async () => {
  const { page, show } = site();
  await show("Asha", nonce("a"));
  expect(await show("Asha ", nonce("a"))).toContain(">Asha  ");
  expect(await show("Ravi", nonce("a"))).toContain(">Ravi ");
  expect(page.renders).toBe(3);
});

test("a value that the data holds too is not taken for another answer's", async () => {
  const { page, show } = site();
  await show(`order ${uuid("1")}`, nonce("a"), uuid("1"));
  expect(await show(`order ${uuid("1")}`, nonce("b"), uuid("2"))).toBe(
    `<script nonce="${nonce("b")}">order ${uuid("1")} ${nonce("b")} ${uuid("2")}</script>`,
  );
  // Two values in exchanged places.
  await show(`${uuid("1")} ${uuid("2")}`, nonce("a"), uuid("1"), uuid("2"));
  expect(await show(`${uuid("4")} ${uuid("3")}`, nonce("b"), uuid("3"), uuid("4"))).toContain(
    `>${uuid("4")} ${uuid("3")} `,
  );
  expect(page.renders).toBe(4);
});

test("a value that might be a word of the page is not cut out: such a page is rendered", async () => {
  const { page, show } = site();
  const word = "script-n";
  for (const id of [word, "another1"]) expect(await show("Asha", nonce("a"), id)).toContain(id);
  expect(page.renders).toBe(2);
});

test("what was used longest ago is dropped for room", async () => {
  const { page, show } = site();
  const big = (name: string) => name.repeat(100);
  await show(big("one"), nonce("a"));
  await show(big("two"), nonce("a"));
  await show(big("one"), nonce("a"));
  await show(big("six"), nonce("a"));
  expect(page.renders).toBe(3);
  await show(big("one"), nonce("a"));
  expect(page.renders).toBe(3);
  await show(big("two"), nonce("a"));
  expect(page.renders).toBe(4);
});

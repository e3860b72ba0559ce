import { expect, test } from "vitest";
import { keepRenders } from "./kept-renders";

const nonce = (letter: string) => letter.repeat(22);
const uuid = (digit: string) => `${digit.repeat(8)}-1111-2222-3333-${digit.repeat(12)}`;

/** A page that shows its data in a script with its nonce, and counts how often it is rendered. */
function site() {
  const renders = keepRenders(900);
  const page = { renders: 0 };
  const show = (data: string, ...own: string[]) => {
    const place = renders.placeOf(`${data} ${own.join(" ")}`, own);
    const known = place && renders.find(place);
    if (known) return Buffer.concat(known).toString();
    page.renders += 1;
    const [first = ""] = own;
    const markup = `<script nonce="${first}">${data} ${own.join(" ")}</script>`;
    if (place) renders.keep(place, markup);
    return markup;
  };
  return { page, show };
}

test("the same data is rendered once, and each answer has its own values", () => {
  const { page, show } = site();
  expect(show("Asha", nonce("a"), uuid("1"))).toBe(
    `<script nonce="${nonce("a")}">Asha ${nonce("a")} ${uuid("1")}</script>`,
  );
  expect(show("Asha", nonce("b"), uuid("2"))).toBe(
    `<script nonce="${nonce("b")}">Asha ${nonce("b")} ${uuid("2")}</script>`,
  );
  expect(page.renders).toBe(1);
});

test("other data is rendered, however little differs", () => {
  const { page, show } = site();
  show("Asha", nonce("a"));
  expect(show("Asha ", nonce("a"))).toContain(">Asha  ");
  expect(show("Ravi", nonce("a"))).toContain(">Ravi ");
  expect(page.renders).toBe(3);
});

test("a value that the data holds too is not taken for another answer's", () => {
  const { page, show } = site();
  show(`order ${uuid("1")}`, nonce("a"), uuid("1"));
  expect(show(`order ${uuid("1")}`, nonce("b"), uuid("2"))).toBe(
    `<script nonce="${nonce("b")}">order ${uuid("1")} ${nonce("b")} ${uuid("2")}</script>`,
  );
  // Two values in exchanged places.
  show(`${uuid("1")} ${uuid("2")}`, nonce("a"), uuid("1"), uuid("2"));
  expect(show(`${uuid("4")} ${uuid("3")}`, nonce("b"), uuid("3"), uuid("4"))).toContain(
    `>${uuid("4")} ${uuid("3")} `,
  );
  expect(page.renders).toBe(4);
});

test("a value that might be a word of the page is not cut out: such a page is rendered", () => {
  const { page, show } = site();
  const word = "script-n";
  for (const id of [word, "another1"]) expect(show("Asha", nonce("a"), id)).toContain(id);
  expect(page.renders).toBe(2);
});

test("where a value stands counts, whatever is around it", () => {
  const { page, show } = site();
  show(`a\0${uuid("1")}b`, nonce("a"), uuid("1"));
  expect(show(`a${uuid("2")}\0b`, nonce("b"), uuid("2"))).toContain(`>a${uuid("2")}\0b `);
  expect(page.renders).toBe(2);
});

test("what was used longest ago is dropped for room", () => {
  const { page, show } = site();
  const big = (name: string) => name.repeat(100);
  show(big("one"), nonce("a"));
  show(big("two"), nonce("a"));
  show(big("one"), nonce("a"));
  show(big("six"), nonce("a"));
  expect(page.renders).toBe(3);
  show(big("one"), nonce("a"));
  expect(page.renders).toBe(3);
  show(big("two"), nonce("a"));
  expect(page.renders).toBe(4);
});

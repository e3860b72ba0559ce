import { type DefaultTreeAdapterMap, defaultTreeAdapter as tree, parse } from "parse5";
import { expect, test } from "vitest";
import { BUILT_IN_BRANDS, DEFAULT_BRAND } from "@themes/registry";
import { themeVariables } from "@themes/css";
import { renderMessage } from "./render-message";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

function elementsOf(node: Node): Element[] {
  const children = "childNodes" in node ? node.childNodes : [];
  return [...(tree.isElementNode(node) ? [node] : []), ...children.flatMap(elementsOf)];
}
const textOf = (node: Node): string =>
  tree.isTextNode(node)
    ? node.value
    : ("childNodes" in node ? node.childNodes : []).map(textOf).join("");
const attribute = ({ attrs }: Element, name: string) =>
  attrs.find((one) => one.name === name)?.value ?? "";

const site = {
  name: "Shop & Sons",
  origin: "https://shop.example",
  legalName: "Shop & Sons <Private> Limited",
  contact: "help@shop.example",
};

test.each(BUILT_IN_BRANDS.map((brand) => [brand.symbol, brand] as const))(
  "a mail of %s has the brand's colours in both schemes, its icon and one button",
  (_symbol, brand) => {
    const { html, text } = renderMessage("memberVerified", {}, "en", { ...site, brand });
    const elements = elementsOf(parse(html));
    const only = (name: string) => elements.filter(({ tagName }) => tagName === name);
    const [light, dark] = [themeVariables(brand, "light"), themeVariables(brand, "dark")];
    const [button, ...others] = only("a");
    expect(others).toEqual([]);
    expect(attribute(button!, "href")).toBe("https://shop.example/user/dashboard");
    expect(attribute(button!, "style")).toContain(`background:${light["--accent"]}`);
    const sheet = only("style").map(textOf).join("");
    expect(sheet).toContain(`.page .action{background:${dark["--accent"]}!important`);
    expect(sheet).not.toContain("&");
    expect(only("img").map((one) => attribute(one, "src"))).toEqual([
      expect.stringMatching(`^https://shop.example/brands/${brand.symbol.toLowerCase()}/icon-180`),
    ]);
    expect(text).toContain("Open your dashboard: https://shop.example/user/dashboard");
  },
);

test("what people typed is escaped in HTML and verbatim in plain text", () => {
  const typed = { title: `<b>"New" & 'old'</b>`, text: "</style><script>1</script>\nSecond line" };
  const brand = DEFAULT_BRAND;
  const { html, text, subject } = renderMessage("announcement", typed, "hi", { ...site, brand });
  const elements = elementsOf(parse(html));
  expect(elements.filter(({ tagName }) => tagName === "script" || tagName === "b")).toEqual([]);
  const shown = elements.filter(({ tagName }) => tagName === "body").map(textOf);
  for (const words of [typed.title, typed.text, site.name, site.legalName, site.contact])
    expect(shown.join()).toContain(words);
  expect(subject).toBe(typed.title);
  expect(text).toContain(typed.text);
  expect(text).toContain(`— ${site.legalName}`);
});

test("the mail about a payment says how long its approval usually takes, where that is known", () => {
  const paid = { orderNumber: "PUR-1", total: "₹7.00", quantity: "1", token: "RSGN", days: null };
  const textIn = (language: "en" | "hi", usualSeconds: number | null) =>
    renderMessage("orderSubmitted", { ...paid, usualSeconds }, language, {
      ...site,
      brand: DEFAULT_BRAND,
    }).text;
  expect(textIn("en", 13 * 3600)).toContain("Usually approved within 1 day.");
  expect(textIn("hi", 13 * 3600)).toContain("आम तौर पर 1 दिन में मंज़ूरी मिल जाती है।");
  expect(textIn("en", null)).not.toContain("Usually");
});

test.each(["₹4.00", "₹9.00"])("the mail about a payment reads back %s of another total", (told) => {
  const paid = { orderNumber: "PUR-1", total: "₹7.00", quantity: "1", token: "RSGN", days: null };
  const textIn = (language: "en" | "hi", change: { told?: string }) =>
    renderMessage("orderSubmitted", { ...paid, ...change }, language, {
      ...site,
      brand: DEFAULT_BRAND,
    }).text;
  expect(textIn("en", { told })).toContain(`You told us ${told} of ₹7.00 for 1 RSGN.`);
  expect(textIn("en", { told })).toContain("what is missing we ask you for");
  expect(textIn("hi", { told })).toContain(`${told} बताए, कुल ₹7.00 है।`);
  for (const same of [{}, { told: "" }]) {
    expect(textIn("en", same)).toContain("You told us that you paid ₹7.00 for 1 RSGN.");
  }
});

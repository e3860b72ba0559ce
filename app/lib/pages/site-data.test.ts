import { expect, test } from "vitest";
import type { CompanySite } from "@server/sites/site";
import { siteFooter } from "./site-data.server";

const company = (settings: CompanySite["settings"] = {}) =>
  ({
    name: "House",
    email: "hello@house.example",
    mobile: "+91 90000 00001",
    settings,
  }) as CompanySite;
const at = (path: string) => new Request(`https://house.example${path}`);

test("an investor's page ends with a contact to tap and who the company is", () => {
  const plain = siteFooter(at("/"), "en", company());
  expect(plain).toContain('href="mailto:hello@house.example"');
  expect(plain).toContain('href="tel:+919000000001"');
  expect(plain).toContain("<p>House</p>");
  expect(plain).not.toContain("wa.me");
  const whole = siteFooter(
    at("/user/dashboard"),
    "hi",
    company({
      ...{ supportEmail: "help@house.example", supportMobile: "+919876543210" },
      ...{
        whatsApp: "+919876543211",
        legalName: "M/s <House>",
        legalAddress: "14 Road,\n\nMumbai,",
      },
    }),
  );
  expect(whole).toContain('href="mailto:help@house.example"');
  expect(whole).toContain('href="tel:+919876543210"');
  expect(whole).toContain('href="https://wa.me/919876543211"');
  expect(whole).toContain("<p>M/s &lt;House&gt;, 14 Road, Mumbai</p>");
  expect(whole).toContain("गोपनीयता नीति");
});

test("an address with signs of a mail link opens a mail to it alone", () => {
  const footer = siteFooter(at("/"), "en", company({ supportEmail: "a&b?cc=x@house.example" }));
  expect(footer).toContain('href="mailto:a%26b%3Fcc%3Dx@house.example"');
});

test("admins and hosts without a company see none", () => {
  expect(siteFooter(at("/admin/dashboard"), "en", company())).toBeNull();
  expect(siteFooter(at("/superadmin/login"), "en", company())).toBeNull();
  expect(siteFooter(at("/"), "en", null)).toBeNull();
});

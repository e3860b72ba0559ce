import { z } from "zod";
import type { HostCertificate, HostDns } from "@db/vocabulary";
import type { DnsRecord } from "@server/sites/rules/dns-record";
import { described, id, instant, SAMPLE_ID, text } from "@server/platform/contracts/described";
import {
  code,
  companyFilter,
  idField,
  idOf,
  pageFields,
  searchField,
} from "@server/platform/contracts/fields";

/** `domains.list` (super admin), by host. */
export const ListHosts = z.object({
  companyId: companyFilter,
  ...pageFields,
  search: searchField,
});

export const Host = z.object({
  id: id("The host's id."),
  host: text("The host.", "sale.example.com"),
  companyId: id("Whose site it shows."),
  companyName: text("Its name.", "House Labs"),
  createdAt: instant("Since when."),
});
export type Host = z.output<typeof Host>;

/** `domains.add` (super admin); the domain layer normalises the host. */
export const AddHost = z.object({
  host: described(
    z
      .string({ error: code("HOST_REQUIRED") })
      .trim()
      .min(1, code("HOST_REQUIRED"))
      .max(300, code("HOST_INVALID")),
    "The host's name, without a scheme or a port.",
    "sale.example.com",
    "HOST_REQUIRED",
    "HOST_INVALID",
    "HOST_TAKEN",
  ),
  companyId: described(
    z
      .string({ error: code("COMPANY_REQUIRED") })
      .trim()
      .min(1, code("COMPANY_REQUIRED"))
      .pipe(idField)
      .meta({ format: "uuid" }),
    "Whose site the host shows.",
    SAMPLE_ID,
    "COMPANY_REQUIRED",
  ),
});

/** `domains.watch` (super admin): a company's hosts with the results of their checks. */
export const WatchHosts = z.object({ companyId: idField });

export interface WatchedHost {
  id: string;
  host: string;
  /** It is null until the first check. */
  health: {
    dns: HostDns;
    addresses: string[];
    certificate: HostCertificate;
    /** ISO. */
    certificateUntil: string | null;
  } | null;
  /** ISO. */
  checkedAt: string | null;
  /** DNS records to set; empty where this installation has no known address. */
  records: DnsRecord[];
}

/** `domains.remove` (super admin); returns null. */
export const HostRef = z.object({ id: idOf("The host's `id`.") });

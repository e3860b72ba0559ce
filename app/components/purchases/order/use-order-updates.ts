import { useEffect, useState } from "react";
import type { OrderStatus } from "@db/vocabulary";
import { paths } from "~/lib/paths";

/** An order's status after another admin has decided on it. */
export interface Decided {
  id: string;
  status: OrderStatus;
  decidedBy: string | null;
}

/** Changes to a list since it was loaded. */
export interface OrderUpdates {
  /** Decisions by other admins, by order id. */
  decided: ReadonlyMap<string, Decided>;
  /** The number of new requests that match the list. */
  arrived: number;
}

const EVERY_MS = 4000;

const NOTHING: OrderUpdates = { decided: new Map(), arrived: 0 };

/**
 * Polls for changes to an open list every few seconds while the page is visible, and at once when
 * it is visible again. Rows keep their places: nothing moves under a finger, and new rows appear on
 * request. `null` disables polling.
 */
export function useOrderUpdates(
  list: { ids: readonly string[]; asOf: string; filter: string } | null,
): OrderUpdates {
  const [known, setKnown] = useState({ asked: "", ...NOTHING });
  const asked = list ? askedOf(list) : "";
  useEffect(() => {
    if (asked === "") return;
    const over = new AbortController();
    const ask = async () => {
      if (document.hidden) return;
      try {
        const answer = await fetch(`${paths.admin.purchaseStates}?${asked}`, {
          signal: over.signal,
          headers: { accept: "application/json" },
        });
        if (!answer.ok || !answer.headers.get("content-type")?.includes("json")) return;
        const { orders, arrived } = (await answer.json()) as { orders: Decided[]; arrived: number };
        const news = orders.filter(({ status }) => status !== "PENDING");
        setKnown((last) =>
          last.asked === asked &&
          last.arrived === arrived &&
          news.length === last.decided.size &&
          news.every(({ id }) => last.decided.has(id))
            ? last
            : { asked, arrived, decided: new Map(news.map((one) => [one.id, one])) },
        );
      } catch {
        // Ignores a lost connection: the next poll repeats it, and no decision depends on it.
      }
    };
    const timer = setInterval(() => void ask(), EVERY_MS);
    const onLook = () => void ask();
    window.addEventListener("focus", onLook);
    document.addEventListener("visibilitychange", onLook);
    return () => {
      over.abort();
      clearInterval(timer);
      window.removeEventListener("focus", onLook);
      document.removeEventListener("visibilitychange", onLook);
    };
  }, [asked]);
  // Data about another list does not apply to this one.
  return known.asked === asked ? known : NOTHING;
}

function askedOf({ ids, asOf, filter }: { ids: readonly string[]; asOf: string; filter: string }) {
  const query = new URLSearchParams(filter);
  query.set("since", asOf);
  for (const id of ids) query.append("id", id);
  return query.toString();
}

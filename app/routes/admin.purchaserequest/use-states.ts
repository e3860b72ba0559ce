import { useEffect, useState } from "react";
import type { OrderStatus } from "@db/vocabulary";
import { paths } from "~/lib/paths";

/** How an order stands once somebody has decided on it. */
export interface Decided {
  id: string;
  status: OrderStatus;
  decidedBy: string | null;
}

/** What happened to a list since it was made. */
export interface Meanwhile {
  /** What other admins have decided, by order id. */
  decided: ReadonlyMap<string, Decided>;
  /** How many new requests would be on it. */
  arrived: number;
}

const EVERY_MS = 4000;

const NOTHING: Meanwhile = { decided: new Map(), arrived: 0 };

/**
 * Follows an open list: the page asks every few seconds while it is seen, and at once when it is
 * looked at again. Rows keep their places: nothing moves under a finger, and what is new waits until
 * it is asked for. `null` follows nothing.
 */
export function useStates(
  list: { ids: readonly string[]; asOf: string; filter: string } | null,
): Meanwhile {
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
        // Away for a moment: the next one asks again, and no decision rests on this.
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
  // What is known of another list says nothing of this one.
  return known.asked === asked ? known : NOTHING;
}

function askedOf({ ids, asOf, filter }: { ids: readonly string[]; asOf: string; filter: string }) {
  const query = new URLSearchParams(filter);
  query.set("since", asOf);
  for (const id of ids) query.append("id", id);
  return query.toString();
}

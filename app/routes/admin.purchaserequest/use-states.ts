import { useEffect, useState } from "react";
import type { OrderStatus } from "@db/vocabulary";
import { paths } from "~/lib/paths";

/** How an order stands once somebody has decided on it. */
export interface Decided {
  id: string;
  status: OrderStatus;
  decidedBy: string | null;
}

const EVERY_MS = 4000;

/**
 * What other admins have decided since the list was made, by order id. The page asks every few
 * seconds while it is seen, and at once when it is looked at again. Rows keep their places: nothing
 * moves under a finger.
 */
export function useStates(ids: readonly string[]): ReadonlyMap<string, Decided> {
  const [decided, setDecided] = useState<ReadonlyMap<string, Decided>>(new Map());
  const asked = ids.map((id) => `id=${id}`).join("&");
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
        const orders = (await answer.json()) as Decided[];
        const news = orders.filter(({ status }) => status !== "PENDING");
        setDecided((known) =>
          news.length === known.size && news.every(({ id }) => known.has(id))
            ? known
            : new Map(news.map((one) => [one.id, one])),
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
  return decided;
}

import { useEffect, useRef } from "react";
import type { FollowedOrder } from "@server/orders/contracts/orders";
import { paths } from "../paths";

const FIRST_MS = 4000;
const SLOWEST_MS = 30_000;
const SLOWER = 1.3;

/**
 * Polls the orders' status every few seconds: more slowly with time, not while the page is hidden,
 * and at once when it is visible again.
 */
export function useFollowedOrders(
  orderNumbers: readonly string[],
  onAnswer: (orders: readonly FollowedOrder[]) => void,
): void {
  const asked = orderNumbers.join(",");
  const latest = useRef(onAnswer);
  useEffect(() => {
    latest.current = onAnswer;
  });
  useEffect(() => {
    if (asked === "") return;
    let delay = FIRST_MS;
    let timer: ReturnType<typeof setTimeout>;
    const stop = new AbortController();
    async function ask() {
      if (document.visibilityState === "visible") {
        const orders = await ordersOf(asked, stop.signal);
        if (stop.signal.aborted) return;
        latest.current(orders);
      }
      delay = Math.min(delay * SLOWER, SLOWEST_MS);
      timer = setTimeout(() => void ask(), delay);
    }
    const onSight = () => {
      if (document.visibilityState !== "visible") return;
      clearTimeout(timer);
      delay = FIRST_MS;
      void ask();
    };
    timer = setTimeout(() => void ask(), delay);
    document.addEventListener("visibilitychange", onSight);
    return () => {
      stop.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onSight);
    };
  }, [asked]);
}

/** Ignores a lost connection: the next poll repeats the request. */
async function ordersOf(asked: string, signal: AbortSignal): Promise<FollowedOrder[]> {
  try {
    const address = `${paths.user.orderStanding}?${new URLSearchParams({ of: asked }).toString()}`;
    const answer = await fetch(address, { signal });
    return answer.ok ? ((await answer.json()) as FollowedOrder[]) : [];
  } catch {
    return [];
  }
}

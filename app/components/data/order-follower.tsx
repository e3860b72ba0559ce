import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { FollowedOrder } from "@server/contracts/orders";
import { formatQuantity } from "@server/domain/money/format";
import { useToast } from "~/components/layout/toasts";
import { paths } from "~/lib/paths";
import { useSite } from "~/root";

const FIRST_MS = 4000;
const SLOWEST_MS = 30_000;
const SLOWER = 1.3;

/**
 * Follows orders that wait for a decision: asks every few seconds, slower with time, not at all
 * while nobody looks. What was decided is said as a toast, and the page's figures are read again.
 */
export function OrderFollower({ waiting }: { waiting: readonly string[] }) {
  const { t } = useTranslation("history");
  const { brand } = useSite();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const told = useRef(new Set<string>());
  const asked = waiting.join(",");

  useEffect(() => {
    if (asked === "") return;
    let delay = FIRST_MS;
    let timer: ReturnType<typeof setTimeout>;
    const stop = new AbortController();

    function tell({ orderNumber, status, totalQuantity }: FollowedOrder): boolean {
      const sign = `${orderNumber} ${status}`;
      if (status === "PENDING" || told.current.has(sign)) return false;
      told.current.add(sign);
      const facts = { order: orderNumber, quantity: formatQuantity(totalQuantity) };
      const tone = status === "APPROVED" ? ("success" as const) : ("error" as const);
      toast({ tone, text: t(`followed.${status}`, { ...facts, symbol: brand.symbol }) });
      return true;
    }

    async function ask() {
      if (document.visibilityState === "visible") {
        const standing = await standingOf(asked, stop.signal);
        if (stop.signal.aborted) return;
        if (standing.map(tell).some(Boolean)) revalidate();
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
  }, [asked, brand.symbol, revalidate, t, toast]);
  return null;
}

/** Nothing while the connection is lost: the next time asks again. */
async function standingOf(asked: string, signal: AbortSignal): Promise<FollowedOrder[]> {
  try {
    const address = `${paths.user.orderStanding}?${new URLSearchParams({ of: asked }).toString()}`;
    const answer = await fetch(address, { signal });
    return answer.ok ? ((await answer.json()) as FollowedOrder[]) : [];
  } catch {
    return [];
  }
}

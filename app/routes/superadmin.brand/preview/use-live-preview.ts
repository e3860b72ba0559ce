import { useEffect, useRef, useState } from "react";
import type { BrandPreview } from "@server/brands/contracts/brands";

/** The delay after the last key before the preview updates. */
const REST_MS = 250;

interface Live {
  /** The saved brand that the preview is based on; a new save invalidates the preview. */
  over: BrandPreview;
  /** It is null until the first preview of unsaved input. */
  seen: BrandPreview | null;
  isWaiting: boolean;
}

/** The preview of unsaved input; before the first one and without JavaScript, the saved brand's. */
export function useLivePreview(kept: BrandPreview, to: string) {
  const [live, setLive] = useState<Live | null>(null);
  const timer = useRef<number>();
  const asking = useRef<AbortController>();
  useEffect(() => {
    const stop = () => {
      window.clearTimeout(timer.current);
      asking.current?.abort();
    };
    return stop;
  }, [kept]);

  async function look(form: HTMLFormElement) {
    asking.current?.abort();
    const mine = new AbortController();
    asking.current = mine;
    try {
      const body = new URLSearchParams();
      for (const [name, value] of new FormData(form)) {
        if (typeof value === "string") body.append(name, value);
      }
      const answer = await fetch(to, { method: "POST", body, signal: mine.signal });
      const found: unknown = answer.ok ? await answer.json() : null;
      const seen = isPreview(found) ? found : null;
      setLive((before) => ({
        over: kept,
        seen: seen ?? (before?.over === kept ? before.seen : null),
        isWaiting: seen === null,
      }));
    } catch {
      // Aborted for a newer request, or no connection: the last preview stays.
    }
  }

  const now = live?.over === kept ? live : null;
  return {
    preview: now?.seen ?? kept,
    isWaiting: now?.isWaiting ?? false,
    typed: (form: HTMLFormElement) => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void look(form), REST_MS);
    },
  };
}

const isPreview = (answer: unknown): answer is BrandPreview =>
  typeof answer === "object" && answer !== null && "variables" in answer;

import { startTransition, useEffect, useState } from "react";

let isHydrated = false;

/**
 * Whether scripts run: false in the server's markup and until the page is hydrated. What needs
 * scripts then appears in a render of its own, which a tap interrupts. `useSyncExternalStore` would
 * render it in the task of the hydration's effects. Not for what is inside a Suspense boundary, which may be
 * hydrated later than the rest.
 */
export function useIsLive(): boolean {
  const [isLive, setLive] = useState(isHydrated);
  useEffect(() => {
    isHydrated = true;
    startTransition(() => setLive(true));
  }, []);
  return isLive;
}

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Returns true where scripts run; false in the server's markup and until the page is hydrated. */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

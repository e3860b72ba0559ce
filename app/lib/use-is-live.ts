import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether scripts run here: false in what the server renders and until the page has come alive. */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

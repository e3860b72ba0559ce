import { useCallback, useSyncExternalStore } from "react";

const NAME = "prelaunch.purchase-keys";
const CHANGED = "prelaunch:purchase-keys";

function listen(onChange: () => void) {
  window.addEventListener(CHANGED, onChange);
  window.addEventListener("storage", onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener("storage", onChange);
  };
}

const isOnHere = (): boolean => {
  try {
    return localStorage.getItem(NAME) !== "off";
  } catch {
    return true;
  }
};

/** Reads and sets if single-key shortcuts are on in this browser (WCAG 2.1.4). */
export function useKeysSwitch(): [isOn: boolean, turn: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(listen, isOnHere, () => true);
  const turn = useCallback((next: boolean) => {
    try {
      if (next) localStorage.removeItem(NAME);
      else localStorage.setItem(NAME, "off");
    } catch {
      // Shortcuts stay on where the browser has no storage.
    }
    window.dispatchEvent(new Event(CHANGED));
  }, []);
  return [isOn, turn];
}

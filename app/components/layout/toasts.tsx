import { useLocation, useNavigation } from "@remix-run/react";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import X from "lucide-react/icons/x";
import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { MOST_TOASTS, TOAST_MS, type Toast } from "~/lib/messages/toast";
import { NoWrapOrderNumbers } from "./no-wrap";

interface Shown extends Toast {
  id: number;
}

const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

/** Shows a toast from a script: `toast({ tone: "success", text })`. */
export const useToast = () => useContext(ToastContext);

/** Appends new toasts, each with its own id; a repeated toast replaces the earlier one. */
function added(all: readonly Shown[], toasts: readonly Toast[]): Shown[] {
  const next = (all.at(-1)?.id ?? 0) + 1;
  const more = toasts.map((toast, index) => ({ ...toast, id: next + index }));
  const others = all.filter(
    (old) => !toasts.some(({ tone, text }) => tone === old.tone && text === old.text),
  );
  return [...others, ...more].slice(-MOST_TOASTS);
}

const withoutErrors = (all: readonly Shown[]): Shown[] =>
  all.filter(({ tone }) => tone !== "error");

/** Changes when a refusal is outdated: a form is being sent, or another page is open. */
function useMoment(state: string): string {
  const { pathname } = useLocation();
  return `${pathname} ${state === "submitting" ? "sent" : ""}`;
}

/**
 * A strip at the top of the page that covers nothing: pages and dialogs begin below it
 * (docs/decisions/0013). Each toast closes after a timeout or by its button. Toasts from the server
 * are readable without JavaScript.
 */
export function ToastRegion({ sent, children }: { sent: readonly Toast[]; children: ReactNode }) {
  const { t } = useTranslation();
  const [seen, setSeen] = useState(sent);
  const [shown, setShown] = useState<readonly Shown[]>(() => added([], sent));
  const { state } = useNavigation();
  const moment = useMoment(state);
  const [last, setLast] = useState(moment);
  if (last !== moment) {
    setLast(moment);
    setShown(withoutErrors);
  }
  // The next page's toasts join those still shown.
  if (seen !== sent) {
    setSeen(sent);
    setShown((all) => added(all, sent));
  }
  const close = useCallback(
    (id: number) => setShown((all) => all.filter((one) => one.id !== id)),
    [],
  );
  const show = useCallback((toast: Toast) => setShown((all) => added(all, [toast])), []);
  const strip = useRef<HTMLDivElement>(null);
  useReservedHeight(strip);
  return (
    <ToastContext.Provider value={show}>
      <div ref={strip} className={`toasts ${state}`} role="status" aria-live="polite">
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} label={t("close")} close={close} />
        ))}
      </div>
      {children}
    </ToastContext.Provider>
  );
}

function ToastCard({
  toast,
  label,
  close,
}: {
  toast: Shown;
  label: string;
  close: (id: number) => void;
}) {
  const { id } = toast;
  useEffect(() => {
    const timer = setTimeout(() => close(id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [id, close]);
  if (toast.isInStrip) return <p className="sr-only">{toast.text}</p>;
  const Icon = toast.tone === "success" ? CircleCheck : CircleAlert;
  const tone = toast.tone === "success" ? "success" : "danger";
  return (
    <div
      className={`${toast.isAtFoot ? "undo fixed inset-x-4 bottom-20 mx-auto w-fit rounded-(--radius-card) border shadow-(--shadow-lg)" : "toast border-b border-line"} note-${tone} flex items-start justify-center gap-3 px-4 py-2.5 font-medium max-sm:gap-2 max-sm:px-3 max-sm:text-sm/[1.35]`}
    >
      <Icon className="mt-0.5 flex-none" />
      <p className="max-w-176 max-sm:flex-1 max-sm:self-center">
        <NoWrapOrderNumbers text={toast.text} />
      </p>
      <button
        type="button"
        onClick={() => close(id)}
        aria-label={label}
        className="-my-2.5 -mr-2.5 grid size-11 flex-none cursor-pointer place-items-center"
      >
        <X size={18} />
      </button>
    </div>
  );
}

/**
 * Publishes the height of the strip at the top of the page for fixed and sticky elements below it
 * (`--toasts-height` in base.css). When the strip shrinks, the page scrolls by the difference, so
 * that its content does not move.
 */
function useReservedHeight(strip: RefObject<HTMLElement>): void {
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const { style } = document.documentElement;
    let last = element.offsetHeight;
    const observer = new ResizeObserver(() => {
      const height = element.offsetHeight;
      style.setProperty("--toasts-height", `${height}px`);
      if (height < last) window.scrollBy({ top: height - last, behavior: "instant" });
      last = height;
      // The browser's scroll anchoring would compensate too, and the content would move.
      if (height > 0) style.setProperty("overflow-anchor", "none");
      else requestAnimationFrame(() => style.removeProperty("overflow-anchor"));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [strip]);
}

import { useLocation, useNavigation } from "@remix-run/react";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { MOST_TOASTS, TOAST_MS, type Toast } from "~/lib/toast";

interface Shown extends Toast {
  id: number;
}

const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

/** Shows a toast from a script: `toast({ tone: "success", text })`. */
export const useToast = () => useContext(ToastContext);

/** New toasts behind those already there, each with an id of its own; one said again is not said twice. */
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

/** Changes when what was refused is over: a form is sent again, or another page is open. */
function useMoment(): string {
  const { state } = useNavigation();
  const { pathname } = useLocation();
  return `${pathname} ${state === "submitting" ? "sent" : ""}`;
}

/** Top centre; each closes by itself, or by its button. What the server sent is readable without a script. */
export function ToastRegion({ sent, children }: { sent: readonly Toast[]; children: ReactNode }) {
  const { t } = useTranslation();
  const [seen, setSeen] = useState(sent);
  const [shown, setShown] = useState<readonly Shown[]>(() => added([], sent));
  const moment = useMoment();
  const [last, setLast] = useState(moment);
  if (last !== moment) {
    setLast(moment);
    setShown(withoutErrors);
  }
  // Another page has brought toasts of its own: they join those still on the screen.
  if (seen !== sent) {
    setSeen(sent);
    setShown((all) => added(all, sent));
  }
  const close = useCallback(
    (id: number) => setShown((all) => all.filter((one) => one.id !== id)),
    [],
  );
  const show = useCallback((toast: Toast) => setShown((all) => added(all, [toast])), []);
  return (
    <ToastContext.Provider value={show}>
      <div
        className="fixed inset-x-0 top-2 sm:top-4 z-50 grid justify-items-center gap-1.5 sm:gap-2 pointer-events-none"
        role="status"
        aria-live="polite"
      >
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
  const Icon = toast.tone === "success" ? CircleCheck : CircleAlert;
  const tone = toast.tone === "success" ? "success" : "danger";
  return (
    <div className={`toast note-${tone} pointer-events-auto`}>
      <Icon size={20} aria-hidden className="mt-0.5 flex-none" />
      <p className="flex-1">{toast.text}</p>
      <button
        type="button"
        onClick={() => close(id)}
        aria-label={label}
        className="-my-2.5 -mr-2.5 grid size-11 flex-none cursor-pointer place-items-center"
      >
        <X size={18} aria-hidden />
      </button>
    </div>
  );
}

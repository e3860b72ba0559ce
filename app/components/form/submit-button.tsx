import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { useFormState } from "./post-form";

/** Sends the form; says so while it is on its way, and cannot be pressed twice. */
export function SubmitButton({
  children,
  pending,
  tone = "main",
  readyWhen,
  ...button
}: Omit<ComponentProps<"button">, "type"> & {
  children: ReactNode;
  /** What it reads while the form is being sent. */
  pending?: ReactNode;
  tone?: "main" | "quiet" | "danger";
  /**
   * Until this holds it looks and reads disabled. Pressed all the same it sends the form, and the
   * server says what is missing: a dead button explains nothing.
   */
  readyWhen?: (form: FormData) => boolean;
}) {
  const { isPending } = useFormState();
  const own = useRef<HTMLButtonElement>(null);
  const isReady = useIsReady(own, readyWhen);
  const tones = { main: "", quiet: "button-quiet", danger: "button-danger" };
  return (
    <button
      {...button}
      ref={own}
      type="submit"
      aria-disabled={!isReady || undefined}
      className={`button ${tones[tone]} ${button.className ?? ""}`}
      disabled={button.disabled === true || isPending}
    >
      {isPending && pending ? pending : children}
    </button>
  );
}

function useIsReady(
  button: RefObject<HTMLButtonElement>,
  readyWhen?: (form: FormData) => boolean,
): boolean {
  const [isReady, setReady] = useState(true);
  useEffect(() => {
    const form = button.current?.form;
    if (!form || !readyWhen) return;
    const look = () => setReady(readyWhen(new FormData(form)));
    look();
    form.addEventListener("input", look);
    return () => form.removeEventListener("input", look);
  }, [button, readyWhen]);
  return isReady;
}

/** Under which a money-moving form is remembered, so that sending it twice does nothing twice. */
export const IdempotencyKey = ({ value }: { value: string }) => (
  <input type="hidden" name="idempotencyKey" value={value} />
);

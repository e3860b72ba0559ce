import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { useLoaderData } from "@remix-run/react";
import { useFormState } from "./form-frame";

/** Submits the form; shows while it is being sent, and cannot be pressed twice. */
export function SubmitButton({
  children,
  pending,
  tone = "main",
  readyWhen,
  ...button
}: Omit<ComponentProps<"button">, "type"> & {
  children: ReactNode;
  /** The label while the form is being sent. */
  pending?: ReactNode;
  tone?: "main" | "quiet" | "danger";
  /**
   * While this returns false the button looks disabled and says so to screen readers. Pressing it
   * still submits the form, and the server lists what is missing.
   */
  readyWhen?: (form: FormData) => boolean;
}) {
  const { isPending, isAgain } = useFormState();
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
      {isPending && !isAgain && pending ? pending : children}
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

/** The idempotency key of a form that moves money: a repeated submission has no second effect. */
export function IdempotencyKey({
  value,
}: {
  /** By default the page's, which its loader makes. */
  value?: string;
}) {
  const page = useLoaderData<{ idempotencyKey: string }>();
  return <input type="hidden" name="idempotencyKey" value={value ?? page.idempotencyKey} />;
}

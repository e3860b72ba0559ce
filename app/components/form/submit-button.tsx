import type { ComponentProps, ReactNode } from "react";
import { useFormState } from "./post-form";

/** Sends the form; says so while it is on its way, and cannot be pressed twice. */
export function SubmitButton({
  children,
  pending,
  tone = "main",
  ...button
}: Omit<ComponentProps<"button">, "type"> & {
  children: ReactNode;
  /** What it reads while the form is being sent. */
  pending?: ReactNode;
  tone?: "main" | "quiet" | "danger";
}) {
  const { isPending } = useFormState();
  const tones = { main: "", quiet: "button-quiet", danger: "button-danger" };
  return (
    <button
      {...button}
      type="submit"
      className={`button ${tones[tone]} ${button.className ?? ""}`}
      disabled={button.disabled === true || isPending}
    >
      {isPending && pending ? pending : children}
    </button>
  );
}

/** Under which a money-moving form is remembered, so that sending it twice does nothing twice. */
export const IdempotencyKey = ({ value }: { value: string }) => (
  <input type="hidden" name="idempotencyKey" value={value} />
);

import type { ReactNode } from "react";
import { useReply } from "~/components/form/form-frame";

/** A form that is seldom needed, behind its name; one that was refused is open. */
export function Folded({
  title,
  intent,
  children,
}: {
  title: string;
  intent: string;
  children: ReactNode;
}) {
  const isRefused = useReply(intent) !== null;
  return (
    <details className="card p-4 md:p-6" open={isRefused || undefined}>
      <summary className="cursor-pointer">
        <h2 className="inline">{title}</h2>
      </summary>
      <div className="mt-4 grid gap-4">{children}</div>
    </details>
  );
}

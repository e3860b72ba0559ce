import CircleCheck from "lucide-react/icons/circle-check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import type { ReactNode } from "react";

export interface Step {
  isDone: boolean;
  /** The step in words, with its link while it is to do. */
  words: ReactNode;
  /** More about it while it is to do, such as a link to share or a button; open at the next step. */
  more?: ReactNode;
  /** True to open it also where another step is next. */
  isOpen?: boolean;
}

/** Steps in their order, each ticked once it is done. The two words are for screen readers. */
export function Checklist({
  steps,
  done,
  open,
}: {
  steps: readonly Step[];
  done: string;
  open: string;
}) {
  const next = steps.findIndex(({ isDone }) => !isDone);
  const named = ({ isDone, words }: Step) => (
    <>
      <span className="sr-only">{isDone ? done : open} </span>
      {isDone ? <span className="text-muted">{words}</span> : words}
    </>
  );
  return (
    <ol className="mt-3 grid gap-3">
      {steps.map((step, at) => (
        <li
          key={at}
          className={`grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 ${step.more === undefined ? "items-center" : "items-start"}`}
        >
          {step.isDone ? <CircleCheck className="text-accent" /> : <CircleDashed />}
          {step.isDone || step.more === undefined ? (
            <div>{named(step)}</div>
          ) : (
            <details open={at === next || step.isOpen}>
              <summary>{named(step)}</summary>
              {step.more}
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}

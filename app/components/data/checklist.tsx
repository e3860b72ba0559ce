import CircleCheck from "lucide-react/icons/circle-check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import type { ReactNode } from "react";

export interface Step {
  isDone: boolean;
  /** The step in words, with its link while it is to do. */
  words: ReactNode;
  /** More about it while it is to do, such as a link to share or a button. */
  more?: ReactNode;
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
  return (
    <ol className="mt-3 grid gap-3">
      {steps.map(({ isDone, words, more }, at) => (
        <li key={at} className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2">
          {isDone ? (
            <CircleCheck size={20} aria-hidden className="text-accent" />
          ) : (
            <CircleDashed size={20} aria-hidden />
          )}
          <div>
            <span className="sr-only">{isDone ? done : open} </span>
            {isDone ? <span className="text-muted">{words}</span> : words}
          </div>
          {!isDone && <div className="col-start-2">{more}</div>}
        </li>
      ))}
    </ol>
  );
}

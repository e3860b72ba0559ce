import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import Minus from "lucide-react/icons/minus";
import type { TimelineWords } from "~/lib/orders/order-words.server";

const ICONS = { DONE: CircleCheck, STOPPED: CircleX, NOW: Clock, NEXT: Minus };

/** Shows the past and next steps of an order, and who acts next. */
export function Timeline({ words }: { words: TimelineWords }) {
  return (
    <section aria-label={words.title}>
      <ol className="grid gap-2">
        {words.steps.map(({ text, when, state }) => {
          const Icon = ICONS[state];
          return (
            <li
              key={text + when}
              className={`flex gap-3 ${state === "NEXT" ? "text-muted" : ""}`}
              aria-current={state === "NOW" ? "step" : undefined}
            >
              <Icon size={20} aria-hidden className="mt-0.5 flex-none" />
              <span className="min-w-0">
                <span className={state === "NOW" ? "font-semibold" : ""}>{text}</span>{" "}
                <span className="hint inline-block tabular">{when}</span>
              </span>
            </li>
          );
        })}
      </ol>
      {words.waits && <p className="mt-3">{words.waits}</p>}
    </section>
  );
}

import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import Minus from "lucide-react/icons/minus";
import type { TimelineWords } from "~/lib/orders/order-words.server";

const ICONS = { DONE: CircleCheck, STOPPED: CircleX, NOW: Clock, NEXT: Minus };

/** The past, present and coming steps of an order on one rail. */
export const Stepper = ({ title, steps }: TimelineWords) => (
  <ol className="steps" aria-label={title}>
    {steps.map(({ text, when, state }) => {
      const Icon = ICONS[state];
      return (
        <li
          key={text + when}
          data-state={state}
          aria-current={state === "NOW" ? "step" : undefined}
        >
          <Icon className="size-6" />
          <span className="min-w-0">
            {text} <span className="hint block tabular">{when}</span>
          </span>
        </li>
      );
    })}
  </ol>
);

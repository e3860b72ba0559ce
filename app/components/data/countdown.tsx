import { formatCountdown } from "@server/platform/rules/dates/dates";
import { useEffect, useState } from "react";

interface Props {
  seconds: number;
  /** The text at zero. */
  over: string;
  /** The text below the time; none at zero. */
  below?: string;
  /** Called once at zero. */
  onOver?: () => void;
}

/** mm:ss, updated each second from the time left on the server; `over` at zero (product.md §2). */
export function Countdown({ seconds, over, below, onOver }: Props) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const endsAt = Date.now() + seconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)));
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) onOver?.();
  }, [isOver, onOver]);
  if (isOver) return <span>{over}</span>;
  return (
    <>
      <span className="tabular" role="timer">
        {formatCountdown(left)}
      </span>
      {below !== undefined && <span className="hint block">{below}</span>}
    </>
  );
}

import { useEffect, useState } from "react";

interface Props {
  seconds: number;
  /** Shown at zero. */
  over: string;
  /** Called once at zero. */
  onOver?: () => void;
}

/** mm:ss, ticking each second from what the server said was left; `over` at zero (spec §2). */
export function Countdown({ seconds, over, onOver }: Props) {
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
  const two = (part: number) => String(part).padStart(2, "0");
  return (
    <span className="tabular" role="timer">
      {two(Math.floor(left / 60))}:{two(left % 60)}
    </span>
  );
}

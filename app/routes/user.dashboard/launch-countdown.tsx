import { type ReactNode, useEffect, useState } from "react";
import { timeLeft } from "@server/platform/rules/dates/dates";
import { useIsLive } from "~/lib/orders/use-is-live";

interface Props {
  /** ISO. */
  at: string;
  /** The server's time, ISO. */
  now: string;
  /** The words of days, hours, minutes and seconds. */
  units: readonly string[];
  /** The text once the launch has begun. */
  over: string;
  children: ReactNode;
}

/** The time until the launch, counted down each second. Without scripts it has no seconds. */
export function LaunchCountdown({ at, now, units, over, children }: Props) {
  const isLive = useIsLive();
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(new Date().toISOString()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = timeLeft(new Date(at), new Date(time));
  if (left.state !== "left") return <p>{over}</p>;
  const parts = [left.days, left.hours, left.minutes, left.seconds];
  return (
    <>
      <dl className="countdown">
        {units.map((unit, index) => (
          <div key={unit} className={isLive || index < 3 ? "" : "invisible"}>
            <dt>{unit}</dt>
            <dd>{String(parts[index]).padStart(2, "0")}</dd>
          </div>
        ))}
      </dl>
      {children}
    </>
  );
}

import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { BackLink } from "~/components/layout/back-link";
import { searchWith } from "~/lib/lists/list-query";
import { NO_STEP } from "./payments-address";

/** A step about one payment: the way back to its list, and what is done here. */
export function StepPage({
  words,
  className = "max-w-3xl",
  children,
}: {
  words: { back: string; title: string; intro: string | null };
  className?: string;
  children: ReactNode;
}) {
  const [params] = useSearchParams();
  return (
    <div className={`grid gap-5 ${className}`}>
      <BackLink to={searchWith(params, NO_STEP)}>{words.back}</BackLink>
      <div className="grid gap-2">
        <h1>{words.title}</h1>
        {words.intro && <p className="text-muted">{words.intro}</p>}
      </div>
      {children}
    </div>
  );
}

import type { ReactNode } from "react";
import { withIcon } from "~/components/layout/icon";

/** A list without rows: a picture, why it is empty, and what fills it. */
export const Empty = ({ icon = "dashboard", children }: { icon?: string; children: ReactNode }) => (
  <div
    className="card grid justify-items-center gap-4 px-4 py-10 text-center text-muted before:scale-175 [.card_&]:border-0 [.card_&]:shadow-none"
    {...withIcon(icon)}
  >
    {children}
  </div>
);

import { Link } from "@remix-run/react";
import ArrowLeft from "lucide-react/icons/arrow-left";

/** To the page that this one belongs to; the first thing on its page. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <p>
    <Link className="link-out inline-flex items-center gap-2" to={to}>
      <ArrowLeft size={18} />
      {children}
    </Link>
  </p>
);

import CircleAlert from "lucide-react/icons/circle-alert";
import type { ReactNode } from "react";

/** An error message with its icon; `inline` within a line of text. */
export function ErrorText({
  inline = false,
  id,
  children,
}: {
  inline?: boolean;
  id?: string;
  children: ReactNode;
}) {
  const Tag = inline ? "span" : "p";
  return (
    <Tag id={id} className="error">
      <CircleAlert size={18} className="mt-0.5 flex-none" />
      {children}
    </Tag>
  );
}

import KeyRound from "lucide-react/icons/key-round";
import { type MouseEvent, type ReactNode, useState } from "react";
import type { Area } from "@server/access/call/actor";
import { paths } from "~/lib/paths";
import { useIsLive } from "~/lib/orders/use-is-live";
import type { Challenge } from "./ask-browser";

const KEYS = ["ticket", "response"] as const;
const PLAIN = { ticket: "ticket", response: "response" };
/** A step-up's form carries the fields of another form along. */
const NAMES = {
  "log-in": PLAIN,
  add: PLAIN,
  "step-up": { ticket: "stepUpTicket", response: "stepUpResponse" },
};

/**
 * Fills the form around it with the browser's answer to a challenge, and sends the form. Absent
 * where the browser knows no passkeys or no scripts run: there the form's page offers other ways.
 */
export function PasskeyButton({
  area,
  purpose,
  closed,
  children,
  className = "",
}: {
  area: Area;
  purpose: "log-in" | "add" | "step-up";
  /** The message for a closed dialog, or a challenge that did not arrive. */
  closed: string;
  children: ReactNode;
  className?: string;
}) {
  const isLive = useIsLive();
  const names = NAMES[purpose];
  const [isAsking, setAsking] = useState(false);
  const [message, setMessage] = useState("");
  if (!isLive || !("PublicKeyCredential" in window)) return null;

  async function ask({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    if (!form?.reportValidity()) return;
    setAsking(true);
    setMessage("");
    try {
      const body = new URLSearchParams({ for: purpose, area });
      // The library travels while the challenge does.
      const [answer, { askBrowser }] = await Promise.all([
        fetch(paths.passkeys, { method: "POST", body }),
        import("./ask-browser"),
      ]);
      const given = (await answer.json()) as Challenge & { message?: string };
      if (!answer.ok) return setMessage(given.message ?? closed);
      const values = { ticket: given.ticket, response: JSON.stringify(await askBrowser(given)) };
      for (const key of KEYS) {
        const field = form.elements.namedItem(names[key]);
        if (field instanceof HTMLInputElement) field.value = values[key];
      }
      form.requestSubmit();
    } catch {
      setMessage(closed);
    } finally {
      setAsking(false);
    }
  }

  return (
    <>
      {KEYS.map((key) => (
        <input key={key} type="hidden" name={names[key]} />
      ))}
      <button
        type="button"
        className={`button button-quiet ${className}`}
        disabled={isAsking}
        onClick={(event) => void ask(event)}
      >
        <KeyRound size={18} />
        {children}
      </button>
      <p role="status" className={message ? "hint" : "sr-only"}>
        {message}
      </p>
    </>
  );
}

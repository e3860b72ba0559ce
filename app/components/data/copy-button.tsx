import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState, useSyncExternalStore } from "react";

const never = () => () => undefined;
const hasClipboard = () => Boolean(navigator.clipboard);

/** Copies a text. It needs scripts: until they run it only takes its room, so that nothing moves. */
export function CopyButton({
  text,
  label,
  onCopied,
}: {
  text: string;
  label: string;
  onCopied?: () => void;
}) {
  const canCopy = useSyncExternalStore(never, hasClipboard, () => null);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  if (canCopy === false) return null;
  return (
    <button
      type="button"
      className={`button button-quiet button-small w-12 flex-none${canCopy ? "" : " invisible"}`}
      aria-label={label}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => {
            setIsCopied(true);
            onCopied?.();
          },
          // The browser refused; from here the text is copied by hand.
          () => window.prompt(label, text),
        );
      }}
    >
      {canCopy && (isCopied ? <Check size={18} /> : <Copy size={18} />)}
    </button>
  );
}

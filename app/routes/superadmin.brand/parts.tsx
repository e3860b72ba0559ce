import { useActionData } from "@remix-run/react";
import {
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  createContext,
  useContext,
  useState,
} from "react";
import { isFormReply } from "~/lib/forms/form-reply";

type OpenParts = ReadonlySet<string>;

/** Keeps the open parts of the studio: they outlive the form, which a new start replaces. */
const Open = createContext<[OpenParts, Dispatch<SetStateAction<OpenParts>>]>([
  new Set(),
  () => undefined,
]);

/** A brand without a version or a draft begins with what it starts from. */
export function Parts({ isNew, children }: { isNew: boolean; children: ReactNode }) {
  const open = useState<OpenParts>(new Set(["look", ...(isNew ? ["start"] : [])]));
  return <Open.Provider value={open}>{children}</Open.Provider>;
}

/** A part of the studio behind its name. All are open after a refusal, whose error may be in any. */
export function Part({
  name,
  title,
  children,
}: {
  name: string;
  title: string;
  children: ReactNode;
}) {
  const [open, setOpen] = useContext(Open);
  const isRefused = isFormReply(useActionData());
  return (
    <details
      className="more"
      open={open.has(name) || isRefused}
      onToggle={({ currentTarget }) => {
        const isOpen = currentTarget.open;
        setOpen(
          (parts) => new Set([...parts].filter((one) => one !== name).concat(isOpen ? name : [])),
        );
      }}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className="grid gap-4">{children}</div>
    </details>
  );
}

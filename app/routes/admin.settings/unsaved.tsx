import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { textIn, useFormState } from "~/components/form/form-frame";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.querySelectorAll<Control>("input, select, textarea")].filter(
    ({ name, type, disabled }) => name !== "" && type !== "hidden" && !disabled,
  );

/**
 * Keeps the unsaved input of its form in the browser's session, so that it survives another tab of the
 * page or a reload, and says that it is not saved. `saved` are the stored values by field.
 */
export function Unsaved({ name, saved }: { name: string; saved: object }) {
  const { t } = useTranslation("settings");
  const { reply, isPending } = useFormState();
  const place = useRef<HTMLDivElement>(null);
  const [isUnsaved, setUnsaved] = useState(false);
  const key = `unsaved ${name}`;
  const stored = JSON.stringify(saved);

  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return;
    const savedOf = (of: string) => textIn(JSON.parse(stored) as object, of) ?? "";
    const typed = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Record<string, string>;
    for (const control of controlsOf(form)) control.value = typed[control.name] ?? control.value;
    const look = () => {
      const changed = controlsOf(form).filter(({ name: of, value }) => value !== savedOf(of));
      setUnsaved(changed.length > 0);
      if (changed.length === 0) return sessionStorage.removeItem(key);
      const kept = Object.fromEntries(changed.map(({ name: of, value }) => [of, value]));
      return sessionStorage.setItem(key, JSON.stringify(kept));
    };
    // A form that was sent is saved, or comes back with its refusal.
    const forget = ({ target }: Event) => {
      const intent = target instanceof HTMLFormElement && new FormData(target).get("intent");
      if (name.split(" ")[0] === intent || intent === `confirm-${name}`)
        sessionStorage.removeItem(key);
    };
    look();
    form.addEventListener("input", look);
    document.addEventListener("submit", forget);
    return () => {
      form.removeEventListener("input", look);
      document.removeEventListener("submit", forget);
    };
  }, [key, name, reply, stored]);

  const discard = () => {
    const form = place.current?.closest("form");
    for (const control of form ? controlsOf(form) : [])
      control.value = textIn(saved, control.name) ?? "";
    form?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div ref={place} role="status">
      {isUnsaved && !isPending && (
        <p className="note note-warning">
          <span>{t("unsaved.text")}</span>
          <button type="button" className="button button-quiet button-small" onClick={discard}>
            {t("unsaved.discard")}
          </button>
        </p>
      )}
    </div>
  );
}

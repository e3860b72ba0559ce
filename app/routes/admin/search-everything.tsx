import { Form, useLocation } from "@remix-run/react";
import Search from "lucide-react/icons/search";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { MAX_SEARCH_LENGTH } from "@server/platform/rules/like";
import { isTyping } from "~/components/purchases/keys/decision-keys";
import { useKeysSwitch } from "~/components/purchases/keys/use-keys-switch";
import { paths } from "~/lib/paths";

/**
 * The search over everything, on every screen of the area: Ctrl-K goes to it, and `/` too where the
 * screen has no search of its own. A phone has its button alone, which leads to the page of the search.
 */
export function SearchEverything() {
  const { t } = useTranslation("area");
  const [isOn] = useKeysSwitch();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const hasControl = event.ctrlKey || event.metaKey;
      if (event.defaultPrevented || event.altKey) return;
      if (document.querySelector('[role="dialog"]')) return;
      const own = document.querySelector<HTMLInputElement>("[type=search]");
      const isSlash = isOn && event.key === "/" && !hasControl && !isTyping(event.target);
      if (!isSlash && !(hasControl && event.key.toLowerCase() === "k")) return;
      event.preventDefault();
      const found = (isSlash && own) || field.current || own;
      found?.focus();
      // The next letter replaces the last search.
      found?.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
  if (useLocation().pathname === paths.admin.search) return null;
  return (
    <Form method="get" action={paths.admin.search} className="relative">
      <input
        ref={field}
        name="search"
        enterKeyHint="search"
        aria-label={t("search.title")}
        aria-keyshortcuts="Control+K"
        placeholder={t("search.keys")}
        className="input w-44 max-md:hidden md:pe-12"
        maxLength={MAX_SEARCH_LENGTH}
      />
      <button
        type="submit"
        aria-label={t("search.go")}
        className="pager-link cursor-pointer md:absolute md:inset-y-0.5 md:end-0.5 md:border-transparent md:bg-transparent"
      >
        <Search size={20} />
      </button>
    </Form>
  );
}

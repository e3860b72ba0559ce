import type { Area } from "@server/access/call/actor";
import { useTranslation } from "react-i18next";
import { ButtonForm } from "~/components/form/post-form";
import { loadWords } from "~/lib/messages/words";
import { PasskeyButton } from "./passkey-button";

await loadWords("passkeys");

/** The login's other way: one button in a form of its own. */
export function PasskeyLogIn({ area }: { area: Area }) {
  const { t } = useTranslation("passkeys");
  return (
    <ButtonForm intent="passkey" unanswered={t("people:login.failed")} className="grid gap-2">
      <PasskeyButton area={area} purpose="log-in" closed={t("unused")}>
        {t("use")}
      </PasskeyButton>
    </ButtonForm>
  );
}

/** The step-up's other way: one button in its form. */
export function PasskeyStepUp({ area }: { area: Area }) {
  const { t } = useTranslation("passkeys");
  return (
    <PasskeyButton area={area} purpose="step-up" closed={t("unused")}>
      {t("use")}
    </PasskeyButton>
  );
}

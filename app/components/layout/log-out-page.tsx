import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";

/** The confirmation button for a logout URL opened from another site. */
export function LogOutPage() {
  const { t } = useTranslation("people");
  return (
    <main id="content" className="mx-auto grid max-w-md gap-4 px-4 py-20">
      <h1>{t("logout.heading")}</h1>
      <p>{t("logout.ask")}</p>
      <Form method="post" reloadDocument>
        <button type="submit" className="button">
          {t("logout.submit")}
        </button>
      </Form>
    </main>
  );
}

import { useRouteLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { Select } from "~/components/form/field";
import type { loader } from "~/routes/admin/route";

/** Which mails about payments the admin gets. */
export function OrderMails() {
  const { t } = useTranslation("security");
  const frame = useRouteLoaderData<typeof loader>("routes/admin/route");
  const chosen = frame?.mailsEachOrder ? "EACH" : "DAILY";
  return (
    <section className="card grid gap-4 p-4 md:p-6">
      <h2>{t("orderMails.title")}</h2>
      <p className="max-w-prose">{t("orderMails.explain")}</p>
      <PostForm contract="orderMails" intent="order-mails" className="grid gap-4 sm:max-w-md">
        <Select
          key={chosen}
          name="mails"
          label={t("orderMails.label")}
          defaultValue={chosen}
          options={(["DAILY", "EACH"] as const).map((value) => ({
            value,
            label: t(`orderMails.${value}`),
          }))}
        />
        <SubmitButton className="justify-self-start">{t("common:save")}</SubmitButton>
      </PostForm>
    </section>
  );
}

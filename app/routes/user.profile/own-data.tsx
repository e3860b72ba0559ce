import { Link } from "@remix-run/react";
import Download from "lucide-react/icons/download";
import { useTranslation } from "react-i18next";
import { END_AFTER_DAYS } from "@server/members/rules/deadlines";
import { formatQuantity } from "@server/platform/rules/money/format";
import { CancelLink } from "~/components/dialog/dialog";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { paths, profilePath } from "~/lib/paths";
import { useSite } from "~/lib/use-site";

/**
 * Lists the data that ending the account deletes (`db/member-columns.ts`, `eraseMember`), and the
 * data that stays.
 */
const LISTS = [
  {
    title: "data.deleted.title",
    items: [
      "data.deleted.details",
      "data.deleted.documents",
      "data.deleted.logins",
      "data.deleted.addresses",
      "data.deleted.rewards",
    ],
  },
  {
    title: "data.kept.title",
    items: ["data.kept.payments", "data.kept.tokens", "data.kept.log"],
  },
] as const;

/** The member's data as a file, and the way to the account's end (product.md §6). */
export function OwnData() {
  const { t } = useTranslation("profile");
  return (
    <>
      <section id="data" className="card p-5">
        <h2 className="mb-2">{t("data.title")}</h2>
        <p className="mb-4 text-muted">{t("data.explain")}</p>
        {/* The browser saves the answer, and the page stays. */}
        <PostForm contract="data" noValidate action={paths.user.ownData} reloadDocument>
          <Field
            name="currentPassword"
            type="password"
            label={t("currentPassword")}
            autoComplete="current-password"
          />
          <SubmitButton tone="quiet" className="justify-self-start">
            <Download size={18} />
            {t("data.download")}
          </SubmitButton>
        </PostForm>
      </section>
      <section className="aside card gap-0 p-5">
        <h2 className="mb-2">{t("data.endTitle")}</h2>
        <p className="mb-4 text-muted">{t("data.endExplain", { count: END_AFTER_DAYS })}</p>
        <Link
          className="button button-quiet justify-self-start"
          to={`${profilePath("data")}&end=1`}
        >
          {t("data.end")}
        </Link>
      </section>
    </>
  );
}

/** The end of the account: how many tokens are given up, what goes, what stays, and the password. */
export function AccountEnd({ tokens }: { tokens: number }) {
  const { brand } = useSite();
  const { t } = useTranslation("profile");
  return (
    <section id="end" className="card p-5">
      <h2 className="mb-2">{t("data.endTitle")}</h2>
      {tokens > 0 && (
        <p className="note note-danger mb-4">
          {t("data.givesUp", { tokens: formatQuantity(tokens), symbol: brand.symbol })}
        </p>
      )}
      <p className="mb-4">{t("data.endExplain", { count: END_AFTER_DAYS })}</p>
      <div className="mb-5 grid gap-5 sm:grid-cols-2">
        {LISTS.map(({ title, items }) => (
          <div key={title}>
            <h3 className="mb-2">{t(title)}</h3>
            <ul className="grid list-disc gap-1 ps-5">
              {items.map((item) => (
                <li key={item}>{t(item)}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <PostForm contract="end" noValidate intent="end" unanswered={t("data.endFailed")}>
        <Field
          name="currentPassword"
          type="password"
          label={t("currentPassword")}
          autoComplete="current-password"
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton tone="danger" pending={t("data.ending")}>
            {t("data.end")}
          </SubmitButton>
          <CancelLink to={profilePath("data")} />
        </div>
      </PostForm>
    </section>
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import {
  ANNOUNCEMENTS_A_DAY,
  AnnouncementRef,
  type AnnouncementView,
  PublishAnnouncement,
} from "@server/members/contracts/notices";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { translatorOf } from "@server/platform/words/translators.server";
import { Field, TextArea } from "~/components/form/field";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { pageMeta } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { submit } from "~/lib/forms/submit";
import { redirectWithToast, success } from "~/lib/messages/toasts.server";
import { useMay } from "~/lib/use-may";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("bell");

const constraints = constraintsOf({ announcement: PublishAnnouncement });

export async function loader({ context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const announcements = await orRefuse(context, api.announcements.list());
  return { announcements, most: ANNOUNCEMENTS_A_DAY, constraints };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await adminApi(context);
  const { t } = translatorOf(context.caller.language);
  const done = (key: string) =>
    redirectWithToast(paths.admin.announcements, success(t(`bell:admin.${key}`)));
  const intent = form.get("intent");
  // Each announcement in the list has its own form.
  if (typeof intent === "string" && intent.startsWith("withdraw ")) {
    return submit(context, form, {
      schema: AnnouncementRef,
      call: (input) => api.announcements.withdraw(input),
      done: () => done("withdrawn"),
    });
  }
  return submit(context, form, {
    schema: PublishAnnouncement,
    call: (input) => api.announcements.publish(input),
    done: () => done("published"),
  });
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Announcements");

export default function AdminAnnouncements() {
  const { announcements, most } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation("bell");
  const may = useMay();
  return (
    <div className="grid gap-5">
      <div>
        <h1>{t("admin.title")}</h1>
        <p className="hint mt-1">{t("admin.intro", { count: most })}</p>
      </div>
      <fieldset disabled={!may("announcements.publish")} className="contents">
        <section className="card p-4 md:p-6">
          {/* The key empties the form after a success: the list is one longer. */}
          <PostForm
            key={announcements[0]?.id}
            contract="announcement"
            result={result}
            intent="publish"
            className="grid gap-4"
          >
            <Field name="title" label={t("admin.heading")} autoComplete="off" />
            <TextArea name="text" label={t("admin.text")} hint={t("admin.textHint")} rows={5} />
            <SubmitButton className="justify-self-end">{t("admin.publish")}</SubmitButton>
          </PostForm>
        </section>
        <section className="grid gap-3">
          <h2>{t("admin.list")}</h2>
          {announcements.length === 0 && <p className="note">{t("admin.none")}</p>}
          {announcements.map((one) => (
            <Published key={one.id} announcement={one} result={result} />
          ))}
        </section>
      </fieldset>
    </div>
  );
}

function Published({
  announcement: { id, title, text, by, at, withdrawnAt },
  result,
}: {
  announcement: AnnouncementView;
  result: unknown;
}) {
  const { t } = useTranslation("bell");
  return (
    <article className="card grid gap-2 p-4">
      <h3 className="break-words">{title}</h3>
      <p className="hint">{t("admin.by", { at: formatDateTime(new Date(at)), by })}</p>
      <p className="whitespace-pre-line break-words">{text}</p>
      {withdrawnAt === null ? (
        <ButtonForm intent={`withdraw ${id}`} result={result} className="justify-self-end">
          <input type="hidden" name="id" value={id} />
          <SubmitButton
            tone="quiet"
            className="button-small"
            aria-label={t("admin.withdrawOne", { title })}
          >
            {t("admin.withdraw")}
          </SubmitButton>
        </ButtonForm>
      ) : (
        <p>
          <span className="badge">
            {t("admin.isWithdrawn", { at: formatDateTime(new Date(withdrawnAt)) })}
          </span>
        </p>
      )}
    </article>
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AUDIENCES } from "@db/vocabulary";
import {
  ANNOUNCEMENTS_A_DAY,
  AnnouncementRef,
  PublishAnnouncement,
  SetReminder,
} from "@server/members/contracts/notices";
import { OwnersOnly } from "~/components/form/owners-only";
import { Field, Select, TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { AddressedTabs, LinkTab, TabList, TabPanel } from "~/components/layout/tabs";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { submit, typedAgain } from "~/lib/forms/submit";
import { withToast } from "~/lib/messages/toasts.server";
import { intentIn } from "~/lib/forms/form-reply";
import { loadWords } from "~/lib/messages/words";
import { Preview, Published } from "./announcement";
import { Reminders } from "./reminders";
import { chosenIn } from "~/lib/lists/list-query";

export const handle = await loadWords("bell");

const constraints = constraintsOf({ announcement: PublishAnnouncement, reminder: SetReminder });

const TABS = ["write", "reminders"] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const tab = chosenIn(new URL(request.url).searchParams, "tab", TABS) ?? "write";
  const [announcements, reminders] = await orRefuse(
    context,
    Promise.all([
      tab === "write" ? api.announcements.list() : [],
      tab === "reminders" ? api.announcements.reminders() : [],
    ]),
  );
  return { tab, reminders, announcements, most: ANNOUNCEMENTS_A_DAY, constraints };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await adminApi(context);
  const done = (key: string, tab = "") =>
    withToast(context, paths.admin.announcements + tab, `bell:admin.${key}`);
  const intent = intentIn(form);
  // Each announcement in the list has its own form.
  if (intent?.startsWith("withdraw ")) {
    return submit(context, form, {
      schema: AnnouncementRef,
      call: (input) => api.announcements.withdraw(input),
      done: () => done("withdrawn"),
    });
  }
  if (intent?.startsWith("remind ")) {
    return submit(context, form, {
      schema: SetReminder,
      call: (input) => api.announcements.setReminder(input),
      done: () => done("reminderSaved", "?tab=reminders"),
    });
  }
  if (intent === "publish") {
    return submit(context, form, {
      schema: PublishAnnouncement,
      call: (input) => api.announcements.publish(input),
      done: () => done("published"),
      // A refusal stands beside the fields, which keep their text.
      intent: "preview",
    });
  }
  return submit(context, form, {
    schema: PublishAnnouncement,
    call: async (input) => {
      const tested = intent === "test" ? await api.announcements.test(input) : null;
      return { ...(await api.announcements.preview(input)), tested: tested?.address ?? null };
    },
    done: (preview, announcement) => ({
      ...typedAgain(form, "PREVIEW"),
      form: "preview",
      preview,
      announcement,
    }),
    intent: "preview",
  });
}

export const meta = titled("Announcements");

export default function AdminAnnouncements() {
  const { tab, reminders, announcements, most } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation("bell");
  const shown = result && "preview" in result ? result : null;
  return (
    <div className="grid gap-5">
      <div>
        <h1>{t("admin.title")}</h1>
        <p className="hint mt-1">{t("admin.intro", { count: most })}</p>
      </div>
      <AddressedTabs value={tab}>
        <TabList label={t("admin.title")}>
          {TABS.map((one) => (
            <LinkTab
              key={one}
              value={one}
              to={paths.admin.announcements + (one === "write" ? "" : `?tab=${one}`)}
            >
              {t(`admin.tabs.${one}`)}
            </LinkTab>
          ))}
        </TabList>
        <TabPanel value={tab}>
          <OwnersOnly call="announcements.publish">
            {tab === "reminders" ? (
              <Reminders reminders={reminders} />
            ) : (
              <>
                <section className="card p-4 md:p-6">
                  {/* The key empties the form after a success: the list is one longer. */}
                  <PostForm key={announcements[0]?.id} contract="announcement" intent="preview">
                    <Field name="title" label={t("admin.heading")} autoComplete="off" />
                    <TextArea
                      name="text"
                      label={t("admin.text")}
                      hint={t("admin.textHint")}
                      rows={5}
                    />
                    <div className="grid gap-4 md:grid-cols-2">
                      <Select
                        name="audience"
                        label={t("admin.audience")}
                        defaultValue="ALL"
                        options={AUDIENCES.map((one) => ({
                          value: one,
                          label: t(`admin.audiences.${one}`),
                        }))}
                      />
                      <Field
                        name="startsAt"
                        type="datetime-local"
                        label={t("admin.startsAt")}
                        hint={t("admin.startsAtHint")}
                      />
                    </div>
                    <SubmitButton tone={shown ? "quiet" : "main"} className="justify-self-end">
                      {t("admin.preview")}
                    </SubmitButton>
                  </PostForm>
                </section>
                {shown && <Preview {...shown} />}
                <section className="grid gap-3">
                  <h2>{t("admin.list")}</h2>
                  {announcements.length === 0 && <p className="note">{t("admin.none")}</p>}
                  {announcements.map((one) => (
                    <Published key={one.id} announcement={one} />
                  ))}
                </section>
              </>
            )}
          </OwnersOnly>
        </TabPanel>
      </AddressedTabs>
    </div>
  );
}

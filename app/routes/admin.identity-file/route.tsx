import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { RequestIdentityFile, type RequestedFile } from "@server/office/contracts/identity-file";
import { useDates } from "~/components/data/use-dates";
import { TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { BackLink } from "~/components/layout/back-link";
import { adminApi, keyOf } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { submit } from "~/lib/forms/submit";
import { orRefuse } from "~/lib/messages/refusals";
import { loadWords } from "~/lib/messages/words";
import { withToast } from "~/lib/messages/toasts.server";
import { titled } from "~/lib/pages/page-meta";
import { identityFilePath, memberPath } from "~/lib/paths";

export const handle = await loadWords("admin/identity-file");

const constraints = constraintsOf({ file: RequestIdentityFile });

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const memberId = params["memberId"] ?? "";
  return {
    ...(await orRefuse(context, api.identityFile.ofMember({ memberId }))),
    constraints,
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  const memberId = params["memberId"] ?? "";
  // The member is the one of the path.
  form.set("memberId", memberId);
  return submit(context, form, {
    schema: RequestIdentityFile,
    call: (input) => api.identityFile.request(input),
    done: () => withToast(context, identityFilePath(memberId), "identity-file:asked"),
  });
}

export const meta = titled("A file for an authority");

/** Asks for the file about a member's identity, and offers those that a second owner has confirmed. */
export default function IdentityFile() {
  const { member, hasEvidence, files } = useLoaderData<typeof loader>();
  const { t } = useTranslation("identity-file");
  return (
    <div className="grid max-w-3xl gap-5">
      <BackLink to={memberPath(member.id)}>{t("back")}</BackLink>
      <h1>{t("title", { name: member.name, memberId: member.memberId })}</h1>
      {files.length > 0 && (
        <ul className="grid gap-3">
          {files.map((file) => (
            <li key={file.id}>
              <Requested file={file} memberId={member.id} />
            </li>
          ))}
        </ul>
      )}
      {!hasEvidence && <p className="note">{t("nothing")}</p>}
      {hasEvidence && !files.some(({ isReady }) => !isReady) && (
        <PostForm contract="file" className="card grid gap-4 p-4 md:p-6">
          <IdempotencyKey />
          <p>{t("intro")}</p>
          <TextArea name="reason" label={t("reason")} hint={t("reasonHint")} rows={3} />
          <SubmitButton className="justify-self-start">{t("ask")}</SubmitButton>
        </PostForm>
      )}
    </div>
  );
}

function Requested({ file, memberId }: { file: RequestedFile; memberId: string }) {
  const { t } = useTranslation("identity-file");
  const dates = useDates();
  const at = dates.full(file.until);
  return (
    <section className="card grid gap-2 p-4 md:p-6" aria-label={t("file")}>
      <p className="font-semibold break-words">{file.reason}</p>
      <p className="hint">{t(file.isReady ? "ready" : "waits", { by: file.by ?? "--", at })}</p>
      {file.isReady && (
        <a className="button justify-self-start" href={`${identityFilePath(memberId)}/${file.id}`}>
          {t("download")}
        </a>
      )}
    </section>
  );
}

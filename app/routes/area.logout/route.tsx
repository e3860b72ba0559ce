import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { areaOf } from "~/lib/areas";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("area");

/**
 * A POST logs out. A GET logs out only if it comes from the site itself; otherwise it shows one
 * button, so that another site cannot log a user out with an image (architecture.md §7).
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { name, caller, login } = areaOf(request);
  const api = await context.caller[caller]();
  await api?.sessions.logOut();
  return redirect(login, { headers: { "Set-Cookie": context.caller.sessions.clear(name) } });
}

export const loader = (args: LoaderFunctionArgs) =>
  args.request.headers.get("sec-fetch-site") === "same-origin" ? action(args) : null;

/** The confirmation button for a logout URL opened from another site. */
export default function LogOut() {
  const { t } = useTranslation("area");
  return (
    <main id="content" className="mx-auto grid max-w-md gap-4 px-4 py-20">
      <h1>{t("logout.heading")}</h1>
      <p>{t("logout.ask")}</p>
      <Form method="post" reloadDocument onSubmit={() => sessionStorage.clear()}>
        <button type="submit" className="button">
          {t("logout.submit")}
        </button>
      </Form>
    </main>
  );
}

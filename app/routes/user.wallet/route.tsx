import type { LoaderFunctionArgs } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { BackLink } from "~/components/layout/back-link";
import { investorApi } from "~/lib/callers";
import { loadWords } from "~/lib/messages/words";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";

export const handle = await loadWords("launch");

export async function loader({ context }: LoaderFunctionArgs) {
  await investorApi(context);
  return null;
}

export const meta = titled("A wallet of your own");

/** Explains what a wallet of one's own is, and what an exchange's address is not. */
export default function WalletGuide() {
  const { t } = useTranslation("launch");
  const sections = t("help.sections", { returnObjects: true }) as [string, string][];
  return (
    <div className="mx-auto grid w-full max-w-xl gap-5">
      <div>
        <BackLink to={paths.user.launch}>{t("help.back")}</BackLink>
        <h1>{t("help.title")}</h1>
      </div>
      {sections.map(([heading, text]) => (
        <section key={heading} className="grid gap-2">
          <h2>{heading}</h2>
          <p>{text}</p>
        </section>
      ))}
    </div>
  );
}

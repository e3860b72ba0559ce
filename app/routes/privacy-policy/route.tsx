import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { privacy as english } from "@server/words/en/privacy";
import { privacy as hindi } from "@server/words/hi/privacy";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";

export function loader({ context }: LoaderFunctionArgs) {
  const { site, language } = context;
  const company = site.kind === "company" ? site.company : null;
  const words = language === "hi" ? hindi : english;
  const filled = (text: string) =>
    text
      .replaceAll("{company}", company?.name ?? "Prelaunch")
      .replaceAll("{contact}", company?.settings.supportEmail ?? company?.email ?? "");
  return {
    title: words.title,
    own: company?.settings.privacyPolicy ?? null,
    sections: words.sections.map(([heading, text]) => ({ heading, text: filled(text) })),
  };
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Privacy policy");

export default function PrivacyPolicy() {
  const { title, own, sections } = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  return (
    <main id="content" className="mx-auto grid max-w-2xl gap-6 px-4 py-12">
      <h1>{title}</h1>
      {own ? (
        <p className="whitespace-pre-line">{own}</p>
      ) : (
        sections.map(({ heading, text }) => (
          <section key={heading}>
            <h2 className="mb-2">{heading}</h2>
            <p>{text}</p>
          </section>
        ))
      )}
      <p>
        <Link className="button button-quiet" to={paths.home}>
          {t("toStart")}
        </Link>
      </p>
    </main>
  );
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { policyOf } from "~/lib/policy.server";

export const loader = ({ context }: LoaderFunctionArgs) => policyOf(context);

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

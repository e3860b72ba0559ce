import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { DeskCase, DeskDocument } from "@server/members/contracts/identity-desk";
import { ToneBadge } from "~/components/data/badge";
import { usePicture } from "~/components/data/picture-tools";
import { paths } from "~/lib/paths";

/**
 * The pictures that a member sent. The chosen one is large, and can be enlarged and turned; the address
 * has both, so that they work without scripts.
 */
export function CaseDocuments({ shown: { documents, typed } }: { shown: DeskCase }) {
  const { t } = useTranslation("identity-desk");
  const [params] = useSearchParams();
  const named = documents.find(({ id }) => id === params.get("view"));
  const { look, linkTo, tools, style } = usePicture(named?.id ?? documents[0]?.id ?? "");
  const chosen = look.view;
  if (documents.length === 0) return <p className="hint">{t("noDocuments")}</p>;
  const shown = documents.findIndex(({ id }) => id === chosen);
  const following = documents[(shown + 1) % documents.length]?.id;
  const figure = ({
    id,
    kind,
    side,
    state,
    reason,
    answers,
    isReplaced,
    isTwice,
  }: DeskDocument) => {
    const isChosen = id === chosen;
    const name = `${t(`kinds.${kind}`)}${side === "BACK" ? ` · ${t("back")}` : ""}`;
    const number = documents.findIndex((one) => one.id === id) + 1;
    return (
      <figure
        key={id}
        className={`card grid min-w-0 content-start gap-2 p-3 ${isChosen ? "order-first col-span-full" : ""}`}
      >
        <figcaption className="flex flex-wrap items-center justify-between gap-2">
          <span className="flex flex-wrap items-center gap-2 font-semibold">
            <Link
              aria-current={isChosen ? "true" : undefined}
              {...linkTo(
                { view: id, turn: 0, zoom: 1 },
                id === following ? `${number} o` : String(number),
              )}
            >
              {number}. {name}
            </Link>
            {state === "ACCEPTED" && <ToneBadge tone="success">{t("states.ACCEPTED")}</ToneBadge>}
            {state === "REFUSED" && <ToneBadge tone="danger">{t("states.REFUSED")}</ToneBadge>}
            {isTwice && <ToneBadge tone="danger">{t("twice")}</ToneBadge>}
          </span>
          {isChosen && tools}
        </figcaption>
        {isChosen && !isReplaced && <p className="wrap-anywhere">{typedBeside(kind, typed)}</p>}
        {(answers ?? reason) && (
          <p className={`wrap-anywhere ${answers ? "font-semibold" : ""}`}>
            {answers ? t("answers", { reason: answers }) : reason}
          </p>
        )}
        <div
          className={`overflow-auto rounded-(--radius-card) border border-line bg-sunken ${isChosen ? "aspect-4/3 max-h-[70dvh]" : "aspect-video"}`}
          {...(isChosen && { role: "region", tabIndex: 0, "aria-label": name })}
        >
          <img
            src={`${paths.admin.identityDocuments}/${id}`}
            alt={name}
            // An opening is recorded: what is folded away is not loaded.
            loading={isReplaced ? "lazy" : undefined}
            className="size-full max-w-none object-contain"
            style={isChosen ? style : undefined}
          />
        </div>
      </figure>
    );
  };
  const replaced = documents.filter(({ isReplaced }) => isReplaced);
  return (
    <section className="grid grid-cols-2 gap-3" aria-label={t("documents")}>
      {documents.filter(({ isReplaced }) => !isReplaced).map(figure)}
      {replaced.length > 0 && (
        <details
          className="col-span-full"
          open={replaced.some(({ id }) => id === chosen) || undefined}
        >
          <summary>{t("replaced", { count: replaced.length })}</summary>
          <div className="mt-3 grid grid-cols-2 gap-3">{replaced.map(figure)}</div>
        </details>
      )}
    </section>
  );
}

/** Shows what the member typed of a document, to be compared with its picture. */
const typedBeside = (
  kind: DeskDocument["kind"],
  { name, pan, secondNumber }: DeskCase["typed"],
): string =>
  [name, kind === "PAN" ? pan : kind === "SELFIE" ? null : secondNumber]
    .filter(Boolean)
    .join(" · ");

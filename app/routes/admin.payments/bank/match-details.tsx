import { Link } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import type { LineCandidate, LineView } from "@server/orders/contracts/statements";
import { formatRupees } from "@server/platform/rules/money/format";
import { FlagBadges } from "~/components/data/flag-badges";
import { purchasePath } from "~/lib/paths";

/** Shows the bank's narration and reference of an entry. */
export function EntryText({ line }: { line: Pick<LineView, "narration" | "reference"> }) {
  const { t } = useTranslation("statements");
  return (
    <span className="grid content-start gap-0.5">
      <span className="wrap-anywhere">{line.narration || "--"}</span>
      {line.reference !== null && (
        <span className="hint break-all">
          {t("entries.reference", { reference: line.reference })}
        </span>
      )}
    </span>
  );
}

/** An order that an entry may pay: its number, its member, and the reference that the member gave. */
export function CandidateOrder({ candidate }: { candidate: LineCandidate }) {
  const { t } = useTranslation("statements");
  const { orderNumber, status, memberName, reference } = candidate;
  const to = purchasePath(orderNumber, status);
  return (
    <span className="grid justify-items-start gap-0.5">
      {to ? (
        <Link className="link-out mono -my-2.5 font-semibold whitespace-nowrap" to={to}>
          {orderNumber}
        </Link>
      ) : (
        <strong className="mono">{orderNumber}</strong>
      )}
      <span className="break-words">{memberName}</span>
      <span className="hint break-all">
        {reference === null ? t("entries.noReference") : t("entries.reference", { reference })}
      </span>
    </span>
  );
}

/** Says that an order waits for its rest, or for a second admin. */
export function WaitsFor({ candidate: { receivedPaise, waiting } }: { candidate: LineCandidate }) {
  const { t } = useTranslation("statements");
  return (
    <>
      {receivedPaise !== null && (
        <p className="hint">{t("entries.restOf", { received: formatRupees(receivedPaise) })}</p>
      )}
      {waiting && (
        <p className="hint">
          {waiting.isOwn
            ? t("entries.waitsOwn")
            : t("entries.waitsOther", { by: waiting.by ?? t("entries.someone") })}
        </p>
      )}
    </>
  );
}

/** A badge for each doubt about a match. */
export function Doubts({ doubts }: Pick<LineCandidate, "doubts">) {
  const { t } = useTranslation("statements");
  return doubts.map((one) => (
    <span key={one} className="badge badge-warning">
      <TriangleAlert size={16} />
      {t(`doubt.${one}`)}
    </span>
  ));
}

/** Shows the evidence for a match, the doubts, and the order's flags. */
export function MatchReasons({
  candidate,
}: {
  candidate: Pick<LineCandidate, "evidence" | "doubts" | "flags">;
}) {
  const { t } = useTranslation("statements");
  const { evidence, doubts, flags } = candidate;
  // The flag has the doubt's words.
  const isSaid = doubts.includes("AMOUNT_DIFFERS");
  return (
    <span className="badges">
      {evidence.map((one) => (
        <span key={one} className="badge badge-success">
          <CircleCheck size={16} />
          {t(`evidence.${one}`)}
        </span>
      ))}
      <Doubts doubts={doubts} />
      <FlagBadges flags={isSaid ? flags.filter((flag) => flag !== "BANK_SUM_DIFFERS") : flags} />
    </span>
  );
}

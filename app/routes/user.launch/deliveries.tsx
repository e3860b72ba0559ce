import { useTranslation } from "react-i18next";
import type { OwnDelivery } from "@server/launch/contracts/batches";
import { CopyButton } from "~/components/data/copy-button";
import { type Fact, FactList } from "~/components/data/fact-list";
import { useDates } from "~/components/data/use-dates";
import { deliveryProofPath, paths } from "~/lib/paths";
import { useSite, useTokens } from "~/lib/use-site";

/** What was delivered to the member: claims with their call, and tokens that were sent. */
export function Deliveries({ deliveries }: { deliveries: OwnDelivery[] }) {
  return deliveries.map((one) => <Delivery key={one.number} one={one} />);
}

function Delivery({ one }: { one: OwnDelivery }) {
  const { companyName } = useSite();
  const { t } = useTranslation("launch");
  const dates = useDates();
  const { claim, number, link, hash, network } = one;
  const tokens = useTokens()(one.tokens);
  const heading = `delivery-${number}`;
  const facts: Fact[] = [
    [t("delivery.wallet"), <code className="break-all">{one.address}</code>],
    [t("delivery.network"), network],
    [
      t(claim ? "delivery.funded" : "delivery.transaction"),
      link && (
        <a className="link-out break-all" href={link} target="_blank" rel="noreferrer">
          {hash}
        </a>
      ),
    ],
  ];
  return (
    <section className="card grid gap-3 p-4" aria-labelledby={heading}>
      <h2 id={heading}>
        {claim
          ? t("delivery.claim", { tokens, day: dates.day(claim.until) })
          : t("delivery.sent", { tokens })}
      </h2>
      {claim && <p>{t("delivery.how", { network })}</p>}
      {claim && <ClaimCall claim={claim} />}
      <FactList facts={facts} />
      <p className="hint">{t("delivery.word", { company: companyName })}</p>
      <p className="flex flex-wrap gap-4">
        <a className="link-out" href={deliveryProofPath(number)} download>
          {t("delivery.proof")}
        </a>
        <a className="link-out" href={paths.proof.root}>
          {t("delivery.check")}
        </a>
      </p>
    </section>
  );
}

/** The call for a wallet: the contract and the data; the values behind it for other programs. */
function ClaimCall({ claim }: { claim: NonNullable<OwnDelivery["claim"]> }) {
  const { t } = useTranslation("launch");
  const copied = (text: string, label: string) => (
    <span className="flex min-w-0 flex-wrap items-center gap-2">
      <code className="min-w-0 break-all">{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
  return (
    <>
      <FactList
        facts={[
          [
            t("delivery.contract"),
            <>
              {copied(claim.contract, t("delivery.copyContract"))}
              <a className="link-out" href={claim.contractLink} target="_blank" rel="noreferrer">
                {t("delivery.explorer")}
              </a>
            </>,
          ],
          [t("delivery.chainId"), claim.chainId],
        ]}
      />
      <details className="more">
        <summary>{t("delivery.call")}</summary>
        <div className="grid gap-3">
          {copied(claim.data, t("delivery.copyCall"))}
          <FactList
            facts={[
              [t("delivery.index"), claim.index],
              [t("delivery.amount"), <code className="break-all">{claim.amount}</code>],
              [t("delivery.root"), <code className="break-all">{claim.root}</code>],
              [
                t("delivery.nodes"),
                <code className="break-all">{claim.proof.join(" ") || "[]"}</code>,
              ],
            ]}
          />
        </div>
      </details>
    </>
  );
}

import { useTranslation } from "react-i18next";
import type { WalletsOfMember } from "@server/launch/contracts/wallets";
import { type Fact, FactList } from "~/components/data/fact-list";
import { useDates } from "~/components/data/use-dates";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useMay } from "~/lib/use-may";

/**
 * The wallets that a member proved, and an address that is only typed; one that follows a lost one is
 * confirmed here.
 */
export function MemberWallets({
  wallets,
  typed,
}: {
  wallets: WalletsOfMember;
  typed: string | null;
}) {
  const { t } = useTranslation("users");
  const dates = useDates();
  const may = useMay();
  const { wallet, waiting, lost } = wallets;
  const address = (text: string, ...notes: (string | false)[]) => (
    <span className="break-words">
      <span className="mono break-all">{text}</span> ({notes.filter(Boolean).join(", ")})
    </span>
  );
  const proven = (one: typeof wallet) =>
    one &&
    address(
      one.address,
      t("wallets.since", { day: dates.day(one.provedAt) }),
      one.isShared && t("wallets.shared"),
    );
  const isProven = [wallet, waiting, lost].some((one) => one?.address === typed);
  const facts: Fact[] = [
    [t("wallets.inForce"), proven(wallet) ?? t("wallets.none")],
    [t("wallets.lost"), proven(lost)],
    [t("wallets.waits"), proven(waiting)],
    [t("wallets.from"), waiting?.validFrom ? dates.full(waiting.validFrom) : null],
    [t("page.wallet"), typed !== null && !isProven && address(typed, t("wallets.unproven"))],
  ];
  return (
    <section className="card mt-5 grid gap-4 p-4 md:p-6" aria-labelledby="wallets">
      <h2 id="wallets">{t("wallets.title")}</h2>
      <FactList facts={facts} />
      {waiting?.validFrom === null && may("launch.confirmWallet") && (
        <PostForm contract="wallet" intent="confirm-wallet" hidden={{ id: waiting.id }}>
          <p>{t("wallets.confirmText")}</p>
          <Field name="evidence" label={t("wallets.evidence")} hint={t("wallets.evidenceHint")} />
          <SubmitButton className="justify-self-start">{t("wallets.confirm")}</SubmitButton>
        </PostForm>
      )}
    </section>
  );
}

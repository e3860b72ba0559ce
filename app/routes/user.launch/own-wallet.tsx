import { Link } from "@remix-run/react";
import Wallet from "lucide-react/icons/wallet";
import { useTranslation } from "react-i18next";
import type { MyLaunch, ProvenWallet } from "@server/launch/contracts/wallets";
import { shortWallet } from "@server/platform/rules/people/masking";
import { useDates } from "~/components/data/use-dates";
import { Field } from "~/components/form/field";
import { useReply } from "~/components/form/form-frame";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { paths } from "~/lib/paths";
import { useSite } from "~/lib/use-site";
import { AskForm, ProveForm } from "./prove-wallet";

/** The wallet to which the member's tokens go, or what proves one. */
export function OwnWallet({
  mine,
  isChanging,
  isEarly,
}: {
  mine: MyLaunch;
  isChanging: boolean;
  /** Nothing asks for a wallet yet. */
  isEarly: boolean;
}) {
  const { t } = useTranslation("launch");
  const isRefused = useReply("ask") !== null;
  const { wallet, waiting, lost, asked } = mine;
  const isProven = wallet !== null || waiting !== null;
  const asking = (
    <>
      {!lost && <p>{t(isProven ? "changeText" : "proveText")}</p>}
      {!isProven && mine.typed && (
        <p className="hint">{t("typed", { address: shortWallet(mine.typed) })}</p>
      )}
      <AskForm typed={isProven ? null : mine.typed} />
    </>
  );
  return (
    <section id="wallet" className="card grid scroll-mt-20 gap-4 p-5" aria-label={t("where")}>
      <h2 className="flex items-center gap-2">
        <Wallet className="flex-none" />
        {t("where")}
      </h2>
      {wallet && <InForce wallet={wallet} />}
      {lost && !waiting && <Lost wallet={lost} />}
      {waiting && <Waiting wallet={waiting} />}
      {asked && !isChanging ? (
        <ProveForm asked={asked} />
      ) : isProven && !isChanging ? (
        <Link
          className="button button-quiet justify-self-start"
          to={`${paths.user.launch}?change=1#wallet`}
        >
          {t("change")}
        </Link>
      ) : isEarly && !lost && !isChanging ? (
        <>
          <p>{t("early")}</p>
          <details className="more" open={isRefused}>
            <summary>{t("now")}</summary>
            <div className="grid gap-4">{asking}</div>
          </details>
        </>
      ) : (
        asking
      )}
      <p>
        <Link className="link-out" to={paths.user.wallet}>
          {t("guide")}
        </Link>
      </p>
    </section>
  );
}

/** An address in full, which people compare with their wallet's. */
const Address = ({ wallet }: { wallet: ProvenWallet }) => (
  <p className="mono break-all">{wallet.address}</p>
);

function Shared({ wallet }: { wallet: ProvenWallet }) {
  const { companyName } = useSite();
  const { t } = useTranslation("launch");
  if (!wallet.isShared) return null;
  return <p className="note note-warning">{t("shared", { company: companyName })}</p>;
}

function InForce({ wallet }: { wallet: ProvenWallet }) {
  const { t } = useTranslation("launch");
  const dates = useDates();
  return (
    <div className="grid gap-1">
      <p>{t("inForce")}</p>
      <Address wallet={wallet} />
      <p className="hint">{t("proven", { day: dates.day(wallet.provedAt) })}</p>
      <Shared wallet={wallet} />
      <LoseForm wallet={wallet} />
    </div>
  );
}

/** Reports the wallet in force lost, by the password. */
function LoseForm({ wallet }: { wallet: ProvenWallet }) {
  const { companyName } = useSite();
  const { t } = useTranslation("launch");
  const isRefused = useReply("lose") !== null;
  return (
    <details className="more" open={isRefused}>
      <summary>{t("lose")}</summary>
      <PostForm contract="lose" intent="lose" hidden={{ id: wallet.id }}>
        <p>{t("loseText", { company: companyName })}</p>
        <Field
          name="currentPassword"
          type="password"
          label={t("password")}
          autoComplete="current-password"
        />
        <SubmitButton tone="danger">{t("loseIt")}</SubmitButton>
      </PostForm>
    </details>
  );
}

function Lost({ wallet }: { wallet: ProvenWallet }) {
  const { companyName } = useSite();
  const { t } = useTranslation("launch");
  return (
    <div className="grid gap-1">
      <p>{t("lostText", { company: companyName })}</p>
      <Address wallet={wallet} />
    </div>
  );
}

function Waiting({ wallet }: { wallet: ProvenWallet }) {
  const { companyName } = useSite();
  const { t } = useTranslation("launch");
  const dates = useDates();
  return (
    <div className="grid gap-2">
      <p>
        {wallet.validFrom === null
          ? t("afterLoss", { company: companyName })
          : t("waits", { at: dates.moment(wallet.validFrom) })}
      </p>
      <Address wallet={wallet} />
      <Shared wallet={wallet} />
      <ButtonForm intent="stop" hidden={{ id: wallet.id }}>
        <SubmitButton tone="danger">{t("stop")}</SubmitButton>
      </ButtonForm>
    </div>
  );
}

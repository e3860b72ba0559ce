import FileDown from "lucide-react/icons/file-down";
import { useTranslation } from "react-i18next";
import type { CheckpointHistory } from "@server/verification/contracts/proof";
import { formatQuantity } from "@server/platform/rules/money/format";
import { FactRow } from "~/components/data/fact-list";
import { DataTable } from "~/components/lists/data-table";
import { paths } from "~/lib/paths";
import { useDates } from "~/components/data/use-dates";

/** The newest signed head of the log. */
export function CurrentCheckpoint({
  current,
}: {
  current: NonNullable<CheckpointHistory["current"]>;
}) {
  const { t } = useTranslation("proof");
  const dates = useDates();
  return (
    <section className="grid gap-4">
      <h2>{t("current")}</h2>
      <dl className="facts tabular">
        <FactRow name={t("number")}>{current.number}</FactRow>
        <FactRow name={t("size")}>{formatQuantity(current.size)}</FactRow>
        <FactRow name={t("signedAt")}>{dates.moment(current.signedAt)}</FactRow>
        <div>
          <dt>{t("root")}</dt>
          <dd className="mono break-all">{current.root}</dd>
        </div>
        <div>
          <dt>{t("signature")}</dt>
          <dd className="mono break-all">{current.signature}</dd>
        </div>
        <div>
          <dt>{t("keyId")}</dt>
          <dd className="mono break-all">{current.keyId}</dd>
        </div>
      </dl>
      <div>
        <h3 className="label">{t("text")}</h3>
        <p className="mono mt-1 rounded-lg bg-sunken p-3 text-sm break-all whitespace-pre-wrap">
          {current.text}
        </p>
      </div>
      <a className="button button-quiet justify-self-start" href={paths.proof.checkpoint} download>
        <FileDown />
        {t("download")}
      </a>
    </section>
  );
}

/** Shows the command that verifies a proof without a browser. */
export function VerifyCommand() {
  const { t } = useTranslation("proof");
  return (
    <section className="grid gap-3">
      <h2>{t("command.title")}</h2>
      <p>{t("command.text")}</p>
      <p className="mono rounded-lg bg-sunken p-3 text-sm break-all">
        node verify-proof.mjs proof.json --key …
      </p>
      <p className="hint">{t("command.hint")}</p>
      <a className="button button-quiet justify-self-start" href="/verify-proof.mjs" download>
        <FileDown />
        {t("command.download")}
      </a>
    </section>
  );
}

export function PublicKeys({ keys }: Pick<CheckpointHistory, "keys">) {
  const { t } = useTranslation("proof");
  const dates = useDates();
  return (
    <DataTable
      title={t("keys")}
      rows={keys}
      empty={t("none")}
      columns={[
        {
          label: t("since"),
          cell: (key) => dates.moment(key.firstUsedAt),
          isShort: true,
        },
        {
          label: t("publicKey"),
          cell: (key) => <span className="mono break-all">{key.publicKey}</span>,
          isWide: true,
        },
        {
          label: t("keyId"),
          cell: (key) => <span className="mono break-all">{key.id}</span>,
          isWide: true,
        },
      ]}
    />
  );
}

import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import { type ChangeEvent, type ReactNode, useId, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "@server/platform/rules/money/format";
import type { TraceVerdict } from "@server/launch/rules/verify-trace";
import { FilePicker } from "~/components/upload/file-picker";
import { useSite } from "~/lib/use-site";
import { type HistoryFinding, checkHistory, browserStore } from "./remembered-checkpoint";

/** The effect needs no dependencies: the value differs between server and browser only. */
const never = () => () => undefined;

/** Tells whether scripts run; without them the command does the same. */
const useIsInBrowser = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

type FileFinding = TraceVerdict | { ok: false; fault: "UNREADABLE" };

/** Verifies a file that a member has from a receipt or a delivery. */
export function FileCheck({ publicKeys }: { publicKeys: readonly string[] }) {
  const { t } = useTranslation("proof");
  const isInBrowser = useIsInBrowser();
  return (
    <section className="card grid gap-4 p-5">
      <h2>{t("check.title")}</h2>
      {isInBrowser ? <FileForm publicKeys={publicKeys} /> : <p>{t("check.needsScript")}</p>}
    </section>
  );
}

function FileForm({ publicKeys }: { publicKeys: readonly string[] }) {
  const { t } = useTranslation("proof");
  const { companyName } = useSite();
  const [finding, setFinding] = useState<FileFinding | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [chosen, setChosen] = useState<File | null>(null);
  const [root, setRoot] = useState("");
  const id = useId();
  const check = async (file: File | null | undefined, typed: string) => {
    if (!file) return;
    setChosen(file);
    setIsBusy(true);
    setFinding(await findingOf(file, publicKeys, typed.trim() || undefined));
    setIsBusy(false);
  };
  const typeRoot = (event: ChangeEvent<HTMLInputElement>) => {
    setRoot(event.target.value);
    void check(chosen, event.target.value);
  };
  const isDelivery =
    finding !== null && (finding.ok ? finding.kind === "batch" : finding.fault === "ROOT");
  return (
    <div className="grid gap-3">
      <label className="label" htmlFor={id}>
        {t("check.file")}
      </label>
      <FilePicker words={{ choose: t("check.choose"), none: t("check.none") }}>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          required
          aria-invalid={false}
          aria-describedby={`${id}-hint`}
          onChange={(event) => void check(event.target.files?.[0], root)}
        />
      </FilePicker>
      <p id={`${id}-hint`} className="hint">
        {t("check.fileHint")}
      </p>
      <div role="status">
        {isBusy && <p>{t("check.busy")}</p>}
        {!isBusy && finding?.ok && finding.kind === "inclusion" && (
          <Verdict isGood>
            <p className="text-xl font-bold">
              {t("check.verified", { entry: formatQuantity(finding.leafIndex + 1) })}
            </p>
            <p>
              {t("check.included", {
                size: formatQuantity(finding.checkpoint.size),
                number: finding.checkpoint.number,
              })}
            </p>
            {finding.text && (
              <details className="more">
                <summary>{t("details")}</summary>
                <p className="mono text-sm break-all whitespace-pre-wrap">{finding.text}</p>
              </details>
            )}
          </Verdict>
        )}
        {!isBusy && finding?.ok && finding.kind === "consistency" && (
          <Verdict isGood>
            <p className="font-semibold">
              {t("check.consistent", {
                first: finding.first.number,
                second: finding.second.number,
              })}
            </p>
          </Verdict>
        )}
        {!isBusy && finding?.ok && finding.kind === "batch" && (
          <Verdict isGood>
            <p className="text-xl font-bold">
              {t("check.delivered", {
                tokens: formatQuantity(finding.row.tokens),
                batch: finding.seal.number,
              })}
            </p>
            <p>{t("check.traced", { checkpoint: finding.seal.checkpoint })}</p>
            <p className="mono text-sm break-all">{finding.row.address}</p>
            <p>{t(root.trim() === "" ? "check.root" : "check.sameRoot")}</p>
            <p className="mono text-sm break-all">{finding.seal.root}</p>
          </Verdict>
        )}
        {!isBusy && finding && !finding.ok && (
          <Verdict isGood={false}>
            <p className="font-semibold">
              {t(`check.faults.${finding.fault}`, { company: companyName })}
            </p>
          </Verdict>
        )}
      </div>
      {isDelivery && (
        <div>
          <label className="label" htmlFor={`${id}-root`}>
            {t("check.publishedRoot")}
          </label>
          <input
            id={`${id}-root`}
            className="input"
            value={root}
            onChange={typeRoot}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      )}
    </div>
  );
}

/** The verifier is loaded when it is first used. */
async function findingOf(
  file: File,
  trustedKeys: readonly string[],
  publishedRoot: string | undefined,
): Promise<FileFinding> {
  try {
    const proof: unknown = JSON.parse(await file.text());
    const [{ verifyTrace }, { verifyInBrowser }] = await Promise.all([
      import("@server/launch/rules/verify-trace"),
      import("./verify-signature"),
    ]);
    return await verifyTrace(proof, { isSigned: verifyInBrowser, trustedKeys, publishedRoot });
  } catch {
    return { ok: false, fault: "UNREADABLE" };
  }
}

/** Verifies the list as it stands, and that it has only grown since this browser last saw it. */
export function HistoryCheck() {
  const { t } = useTranslation("proof");
  const { companyName } = useSite();
  const [finding, setFinding] = useState<HistoryFinding | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const check = async () => {
    setIsBusy(true);
    setFinding(await checkHistory((address) => fetch(address), browserStore));
    setIsBusy(false);
  };
  const isGood = finding !== null && ["first", "same", "grown"].includes(finding.result);
  if (!useIsInBrowser()) return null;
  return (
    <>
      <button type="button" className="button" disabled={isBusy} onClick={() => void check()}>
        {t(isBusy ? "check.busy" : "check.now")}
      </button>
      <p className="hint">{t("check.history")}</p>
      <div role="status">
        {!isBusy && finding?.result === "failed" && (
          <Verdict isGood={false}>
            <p className="font-semibold">{t("check.results.failed")}</p>
          </Verdict>
        )}
        {!isBusy && finding && finding.result !== "failed" && (
          <Verdict isGood={isGood}>
            <p className="font-semibold">
              {t(`check.results.${finding.result}`, {
                number: finding.number,
                size: formatQuantity(finding.size),
                company: companyName,
              })}
            </p>
            {finding.isKeyNew && <p>{t("check.newKey")}</p>}
          </Verdict>
        )}
      </div>
    </>
  );
}

function Verdict({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  const Icon = isGood ? CircleCheck : CircleX;
  return (
    <div className={`note ${isGood ? "note-success" : "note-danger"}`}>
      <Icon />
      <div className="min-w-0">{children}</div>
    </div>
  );
}

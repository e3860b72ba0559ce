import { Link } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { BatchDetails, Preparation } from "@server/launch/contracts/batches";
import { formatQuantity } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { Field } from "~/components/form/field";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { type Column, DataTable } from "~/components/lists/data-table";
import { memberPath, paths, paymentsPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";

const held = (members: number, tokens: number) => ({
  count: members,
  members: formatQuantity(members),
  tokens: formatQuantity(tokens),
});

/** What a prepared batch would hold, what stands in its way, and its freeze. */
export function Preparing({
  batch,
  preparation,
}: {
  batch: BatchDetails;
  preparation: Preparation;
}) {
  const { t } = useTranslation("batches");
  const may = useMay();
  const dates = useDates();
  const { members, tokens, checkpoint, waiting } = preparation;
  return (
    <>
      <section className="card grid gap-3 p-4 md:p-6">
        <p className="text-xl font-semibold tabular">{t("wouldHold", held(members, tokens))}</p>
        <p className="hint">
          {checkpoint === null ? t("noCheckpoint") : t("standing", { checkpoint })}
        </p>
        <p className="hint">{t("deliveredFrom", { day: dates.day(batch.day) })}</p>
        {members === 0 && <p>{t("empty")}</p>}
        {waiting ? (
          <>
            <p className="note">{t("freezeWaits", held(waiting.members, waiting.tokens))}</p>
            <Link className="button justify-self-start" to={paths.admin.changes}>
              {t("toChanges")}
            </Link>
          </>
        ) : (
          may("batches.freeze") &&
          members > 0 && (
            <ButtonForm intent="freeze" className="grid gap-2">
              <SubmitButton className="justify-self-start">{t("freeze")}</SubmitButton>
              <p className="hint">{t("freezeHint")}</p>
            </ButtonForm>
          )
        )}
      </section>
      <Included preparation={preparation} />
      <Obstacles preparation={preparation} />
      <LeftOut preparation={preparation} />
      {!waiting && may("batches.prepare") && (
        <details className="card p-4 md:p-6">
          <summary>{t("changeDay")}</summary>
          <PostForm
            contract="prepare"
            intent="prepare"
            className="mt-4 flex flex-wrap items-end gap-4"
          >
            <Field name="day" type="date" label={t("day")} defaultValue={batch.day} required />
            <SubmitButton className="button-quiet">{t("changeDayButton")}</SubmitButton>
          </PostForm>
        </details>
      )}
    </>
  );
}

function Obstacles({ preparation }: { preparation: Preparation }) {
  const { t } = useTranslation("batches");
  const all = [
    ["pendingOrders", preparation.pendingOrders, paymentsPath("decide")],
    ["awaitedRests", preparation.awaitedRests, paymentsPath("decide")],
    ["heldRewards", preparation.heldRewards, `${paths.admin.referrals}?tab=rewards`],
    ["waitingChanges", preparation.waitingChanges, paths.admin.changes],
  ] as const;
  const waiting = all.filter(([, count]) => count > 0);
  return (
    <section className="card grid gap-3 p-4 md:p-6" aria-labelledby="obstacles">
      <h2 id="obstacles">{t("obstacles")}</h2>
      {waiting.length === 0 && <p>{t("nothingWaits")}</p>}
      <ul className="grid gap-2">
        {waiting.map(([name, count, to]) => (
          <li key={name}>
            <Link className="link-out" to={to}>
              {t(name, { number: formatQuantity(count) })}
            </Link>
          </li>
        ))}
        {preparation.later > 0 && (
          <li>{t("later", { tokens: formatQuantity(preparation.later) })}</li>
        )}
      </ul>
    </section>
  );
}

function memberColumns<R extends { memberId: string; name: string; tokens: number }>(
  t: TFunction<"batches">,
  last: Column<R>,
): Column<R>[] {
  return [
    {
      label: t("member"),
      place: "title",
      cell: ({ memberId, name }) => (
        <Link className="link-out" to={memberPath(memberId)}>
          {name}
        </Link>
      ),
    },
    {
      label: t("tokens"),
      isNumber: true,
      place: "figure",
      cell: ({ tokens }) => formatQuantity(tokens),
    },
    last,
  ];
}

/** Who gets how many, with the wallet, before two owners freeze it. */
function Included({ preparation: { included, members } }: { preparation: Preparation }) {
  const { t } = useTranslation("batches");
  if (members === 0) return null;
  return (
    <details className="card p-4 md:p-6">
      <summary>{t("included")}</summary>
      <div className="mt-4 grid gap-2">
        <DataTable
          title={t("included")}
          isTitleHidden
          rows={included}
          keyOf={({ memberId }) => memberId}
          columns={memberColumns<Preparation["included"][number]>(t, {
            label: t("wallet"),
            place: "detail",
            cell: ({ address }) => <span className="mono break-all">{address}</span>,
          })}
        />
        {members > included.length && <p className="hint">{t("leftOutMore")}</p>}
      </div>
    </details>
  );
}

function LeftOut({ preparation }: { preparation: Preparation }) {
  const { t } = useTranslation("batches");
  const { leftOut, leftOutMembers, leftOutTokens } = preparation;
  if (leftOutMembers === 0) return null;
  return (
    <>
      <DataTable
        title={t("leftOut", held(leftOutMembers, leftOutTokens))}
        rows={leftOut}
        keyOf={({ memberId }) => memberId}
        columns={memberColumns<Preparation["leftOut"][number]>(t, {
          label: t("because"),
          place: "detail",
          cell: ({ because }) => t(because),
        })}
      />
      <p className="hint">
        {t("leftOutHint")} {leftOutMembers > leftOut.length && t("leftOutMore")}
      </p>
    </>
  );
}

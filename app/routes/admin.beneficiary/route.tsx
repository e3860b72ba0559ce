import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import Plus from "lucide-react/icons/plus";
import { useTranslation } from "react-i18next";
import { ADMIN_PAGER, lastPageOf } from "@server/platform/rules/paging";
import { UpdateBeneficiaryForm } from "@server/companies/contracts/beneficiaries";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { ExportLink } from "~/components/lists/export-link";
import { Pager } from "~/components/lists/pager";
import { adminApi } from "~/lib/callers";
import { listQuery, searchWith } from "~/lib/lists/list-query";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { notFound, orRefuse } from "~/lib/messages/refusals";
import { useMay } from "~/lib/use-may";
import { AccountDialog } from "./account-dialog";
import { AccountTable } from "./account-table";
import { changeAccount } from "./change-account";
import { MainCards } from "./main-cards";
import { loadWords } from "~/lib/messages/words";
import type { Beneficiary } from "@server/companies/contracts/beneficiaries";
import { ButtonForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog, DialogButtons } from "~/components/dialog/dialog";

export const handle = await loadWords("accounts");

/** Each dialog has its own URL: `?update=<id>`, and `?update=first` if there is no account yet. */
const DIALOGS = ["update", "add", "default", "remove"] as const;
const NO_ACCOUNT = new Set(["first", "1"]);
const NO_DIALOG = { update: null, add: null, default: null, remove: null };

const constraints = constraintsOf({ account: UpdateBeneficiaryForm });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const { page, limit } = listQuery(request);
  // No company has a hundred accounts; the dialog's account may be on another page of the table.
  const [main, { records }] = await orRefuse(
    context,
    Promise.all([api.beneficiaries.forAdmin(), api.beneficiaries.list({ limit: 100 })]),
  );
  const dialog = DIALOGS.find((one) => asked.has(one)) ?? null;
  const id = dialog && asked.get(dialog);
  const account = records.find((one) => one.id === id) ?? null;
  if (id && !NO_ACCOUNT.has(id) && !account) throw notFound(context);
  return {
    constraints,
    main,
    accounts: records.slice((page - 1) * limit, page * limit),
    page,
    lastPage: lastPageOf(records.length, limit),
    dialog,
    account,
    idempotencyKey: crypto.randomUUID(),
  };
}

export const action = ({ request, context }: ActionFunctionArgs) => changeAccount(request, context);

export const meta = titled("Manage Beneficiary");

/** The accounts that members pay to. */
export default function ManageBeneficiary() {
  const { main, accounts, page, lastPage, dialog, account } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { t } = useTranslation("accounts");
  const linkTo = (change: Record<string, string | null>) =>
    searchWith(params, { ...NO_DIALOG, ...change });
  const may = useMay();
  const shownDialog = may("beneficiaries.update") ? dialog : null;
  const closeTo = linkTo({});
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t("title")}</h1>
        <div className="flex flex-wrap gap-2">
          {may("exports.beneficiaries") && <ExportLink to={paths.admin.exports.beneficiaries} />}
          {may("beneficiaries.add") && (
            <Link className="button" to={linkTo({ add: "1" })} preventScrollReset>
              <Plus />
              {t("add")}
            </Link>
          )}
        </div>
      </div>
      <MainCards
        account={main}
        updateTo={may("beneficiaries.update") ? linkTo({ update: main?.id ?? "first" }) : null}
      />
      <AccountTable accounts={accounts} linkTo={linkTo} />
      <Pager page={page} lastPage={lastPage} shape={ADMIN_PAGER} />
      {(shownDialog === "update" || shownDialog === "add") && (
        <AccountDialog closeTo={closeTo} intent={shownDialog} account={account} main={main} />
      )}
      {(shownDialog === "default" || shownDialog === "remove") && account && (
        <ConfirmDialog closeTo={closeTo} intent={shownDialog} account={account} />
      )}
    </div>
  );
}

interface Props {
  intent: "default" | "remove";
  account: Beneficiary;
  closeTo: string;
}

const WORDS = {
  default: { title: "defaultTitle", explain: "explainDefault", submit: "makeDefault" },
  remove: { title: "removeTitle", explain: "explainRemove", submit: "remove" },
} as const;

/** The effect of making an account the default, or of removing it. */
function ConfirmDialog({ intent, account, closeTo }: Props) {
  const { t } = useTranslation("accounts");
  const words = WORDS[intent];
  const name = [account.bankName, account.accountNumber ?? account.upi].filter(Boolean).join(" ");
  return (
    <AddressedDialog title={t(words.title)} closeTo={closeTo}>
      <ButtonForm intent={intent} className="grid gap-4" hidden={{ id: account.id }}>
        <IdempotencyKey />
        <p className="break-words">{t(words.explain, { account: name })}</p>
        <DialogButtons closeTo={closeTo}>
          <SubmitButton tone={intent === "remove" ? "danger" : "main"}>
            {t(words.submit)}
          </SubmitButton>
        </DialogButtons>
      </ButtonForm>
    </AddressedDialog>
  );
}

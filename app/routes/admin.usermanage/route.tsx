import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import UserPlus from "lucide-react/icons/user-plus";
import { useTranslation } from "react-i18next";
import { COMPANY_ROLES, MEMBER_STATUSES } from "@db/vocabulary";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { AddMember, RefuseMember, UpdateMember } from "@server/members/contracts/members";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { ExportLink } from "~/components/lists/export-link";
import { Filters } from "~/components/lists/filters";
import { FilterSelect } from "~/components/lists/filter-select";
import { Pager } from "~/components/lists/pager";
import { SearchBox } from "~/components/lists/search-box";
import { adminApi } from "~/lib/callers";
import { LIST_SIZES, searchWith } from "~/lib/lists/list-query";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { useMay } from "~/lib/use-may";
import { memberListAddress } from "./member-list-address";
import { MemberTable } from "./member-table";
import { actOnMember, requestedMember } from "./member-action.server";
import {
  AddDialog,
  CALL_OF_DIALOG,
  NO_DIALOG,
  MEMBER_DIALOGS,
  MemberDialog,
  SeveralDialog,
} from "./member-dialogs";
import { revalidateChanged } from "~/lib/forms/revalidate-changed";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("admin/users");

const constraints = constraintsOf({ add: AddMember, edit: UpdateMember, refuse: RefuseMember });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const { page, limit, approval, status, role, wanted, ids, sort, isDescending } =
    memberListAddress(request);
  const list = await orRefuse(
    context,
    api.members.sorted({ page, limit, sort, isDescending, ...wanted }),
  );
  // The last row of the last page may have been deleted.
  if (page > list.lastPage) throw redirect(searchWith(asked, { page: list.lastPage }));
  const dialog = MEMBER_DIALOGS.find((one) => asked.get(one)) ?? null;
  const id = dialog && asked.get(dialog);
  const close = searchWith(asked, NO_DIALOG);
  const member = id ? await requestedMember(context, id, close) : null;
  const several = ids && (await orRefuse(context, api.members.selected({ ids })));
  const isAlone =
    asked.has("add") &&
    (await orRefuse(context, api.members.sorted({ page: 1, limit: 1, role: "ADMIN" }))).total === 1;
  return {
    constraints,
    sort,
    isDescending,
    isSorted: list.isSorted,
    isAlone,
    several,
    now: Date.now(),
    rows: list.data,
    page,
    limit,
    lastPage: list.lastPage,
    total: list.total,
    approval,
    status,
    role,
    dialog,
    member,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const back = paths.admin.userManage + searchWith(asked, NO_DIALOG);
  return actOnMember(context, await request.formData(), { stay: back, leave: back });
}

export const shouldRevalidate = revalidateChanged;

export const meta = titled("Manage User");

export default function ManageUser() {
  const { rows, page, lastPage, total, approval, dialog, member, several, isSorted, isAlone } =
    useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { t } = useTranslation("users");
  const may = useMay();
  const linkTo = (change: Record<string, string | null>) =>
    searchWith(params, { ...NO_DIALOG, ...change });
  const closeTo = linkTo({});
  return (
    <div className="dense grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t("title")}</h1>
        <div className="flex flex-wrap gap-2">
          {may("exports.members") && <ExportLink to={paths.admin.exports.members} />}
          {may("members.add") && (
            <Link to={linkTo({ add: "1" })} preventScrollReset className="button">
              <UserPlus />
              {t("addUser")}
            </Link>
          )}
        </div>
      </div>
      <div aria-live="polite">
        {approval === "waiting" && (
          <p className="font-semibold tabular">{t("waitingCount", { total })}</p>
        )}
      </div>
      <MemberFilters />
      {!isSorted && <p className="hint">{t("unsorted")}</p>}
      <MemberTable
        rows={rows}
        linkTo={linkTo}
        empty={t(
          approval === null || params.get("search") || params.get("status")
            ? "noMatch"
            : `emptyOf.${approval}`,
        )}
      />
      <Pager page={page} lastPage={lastPage} shape={ADMIN_PAGER} />
      {several && may("members.approveMany") && (
        <SeveralDialog members={several} closeTo={closeTo} />
      )}
      {params.has("add") && may("members.add") && <AddDialog closeTo={closeTo} isAlone={isAlone} />}
      {dialog && member && may(CALL_OF_DIALOG[dialog]) && (
        <MemberDialog name={dialog} member={member} closeTo={closeTo} />
      )}
    </div>
  );
}

function MemberFilters() {
  const { approval, status, role, limit } = useLoaderData<typeof loader>();
  const { t } = useTranslation("users");
  return (
    <div className="flex flex-wrap gap-3">
      <SearchBox label={t("search")} />
      <Filters names={["approval", "status", "role", "limit"]}>
        <FilterSelect
          name="approval"
          label={t("approval")}
          value={approval}
          placeholder={t("selectStatus")}
          options={[
            { value: "waiting", label: t("waitingFilter") },
            { value: "verified", label: t("verifiedFilter") },
            { value: "refused", label: t("refusedFilter") },
          ]}
        />
        <FilterSelect
          name="status"
          label={t("account")}
          value={status}
          placeholder={t("everyAccount")}
          options={MEMBER_STATUSES.map((one) => ({ value: one, label: t(`status.${one}`) }))}
        />
        <FilterSelect
          name="role"
          label={t("role")}
          value={role}
          placeholder={t("everyRole")}
          options={COMPANY_ROLES.map((one) => ({ value: one, label: t(`roles.${one}`) }))}
        />
        <FilterSelect
          name="limit"
          label={t("perPage")}
          value={String(limit)}
          options={LIST_SIZES.map((count) => ({
            value: String(count),
            label: t("pageRows", { count }),
          }))}
        />
      </Filters>
    </div>
  );
}

import { useAsksIdentity } from "~/lib/use-asks-identity";
import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ADMIN_ROLES, type AdminRole, COMPANY_ROLES, MEMBER_STATUSES } from "@db/vocabulary";
import type { MemberCard } from "@server/members/contracts/member-details";
import type { SelectedMember } from "@server/members/contracts/members";
import type { AdminCall } from "@server/access/rules/calls";
import { FactList } from "~/components/data/fact-list";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { Field, Select, TextArea } from "~/components/form/field";
import { AddressedDialog, DialogButtons } from "~/components/dialog/dialog";
import { searchWith } from "~/lib/lists/list-query";
import { memberPath, paths } from "~/lib/paths";

/** The dialogs about a member, each a URL parameter. */
export const MEMBER_DIALOGS = ["edit", "approve", "refuse", "remove"] as const;
export type MemberDialogName = (typeof MEMBER_DIALOGS)[number];
/** The procedure that each dialog calls. */
export const CALL_OF_DIALOG = {
  edit: "members.update",
  approve: "members.approve",
  refuse: "members.refuse",
  remove: "members.remove",
} as const satisfies Record<MemberDialogName, AdminCall>;
export const NO_DIALOG = {
  add: null,
  edit: null,
  approve: null,
  refuse: null,
  remove: null,
  several: null,
  member: null,
};

interface Props {
  closeTo: string;
}

const useRoles = () => {
  const { t } = useTranslation("users");
  return COMPANY_ROLES.map((role) => ({ value: role, label: t(`roles.${role}`) }));
};

/**
 * product.md §2: Role, Name, Mobile, Email, Password, in this order. The colleague of an admin who is
 * alone is an owner at first, since they confirm what needs a second one.
 */
export function AddDialog({ closeTo, isAlone }: Props & { isAlone: boolean }) {
  const { t } = useTranslation("users");
  const roles = useRoles();
  return (
    <AddressedDialog title={t("addTitle")} closeTo={closeTo}>
      <PostForm intent="add" contract="add">
        <Select name="role" label={t("role")} placeholder={t("selectRole")} options={roles} />
        <RightsField value={isAlone ? "OWNER" : "VIEWER"} />
        <Field name="name" label={t("name")} autoComplete="off" />
        <Field name="mobile" type="tel" label={t("mobile")} autoComplete="off" />
        <Field name="email" type="email" label={t("email")} autoComplete="off" />
        <div className="of-member">
          <Field
            name="password"
            type="password"
            label={t("password")}
            hint={t("passwordHint")}
            autoComplete="new-password"
          />
        </div>
        <DialogButtons closeTo={closeTo} className="mt-2">
          <SubmitButton pending={t("adding")}>{t("add")}</SubmitButton>
        </DialogButtons>
      </PostForm>
    </AddressedDialog>
  );
}

export function MemberDialog({
  name,
  ...props
}: Props & { name: MemberDialogName; member: MemberCard }) {
  if (name === "edit") return <UpdateDialog {...props} />;
  if (name === "refuse") return <RefuseDialog {...props} />;
  return <ConfirmDialog {...props} name={name} />;
}

function UpdateDialog({ member, closeTo }: Props & { member: MemberCard }) {
  const { t } = useTranslation("users");
  const roles = useRoles();
  const statuses = MEMBER_STATUSES.map((one) => ({ value: one, label: t(`status.${one}`) }));
  return (
    <AddressedDialog title={t("updateTitle")} closeTo={closeTo}>
      <PostForm intent="edit" contract="edit" values={member} hidden={{ id: member.id }}>
        <Field name="name" label={t("name")} />
        <Field name="mobile" type="tel" label={t("mobile")} />
        <Field name="email" type="email" label={t("email")} />
        <Select
          name="role"
          label={t("role")}
          hint={member.role === "USER" && t("roleHint")}
          options={roles}
        />
        <RightsField value={member.adminRole ?? "VIEWER"} />
        <Select
          name="status"
          label={t("accountStatus")}
          hint={t("statusHint")}
          options={statuses}
          required
        />
        <DialogButtons closeTo={closeTo} className="mt-2">
          <SubmitButton pending={t("updating")}>{t("update")}</SubmitButton>
        </DialogButtons>
      </PostForm>
    </AddressedDialog>
  );
}

/**
 * Chooses the rights of an admin. The style sheet shows them only while the role is Admin, and the
 * password only while it is not, also without JavaScript; what is not shown is ignored.
 */
function RightsField({ value }: { value: AdminRole }) {
  const { t } = useTranslation("users");
  return (
    <div className="of-admin">
      <Select
        name="adminRole"
        label={t("rights")}
        hint={t("rightsHint")}
        options={ADMIN_ROLES.map((role) => ({ value: role, label: t(`users:adminRoles.${role}`) }))}
        defaultValue={value}
      />
    </div>
  );
}

function RefuseDialog({ member, closeTo }: Props & { member: MemberCard }) {
  const { t } = useTranslation("users");
  return (
    <AddressedDialog title={t("refuse.title")} closeTo={closeTo}>
      <PostForm
        intent="refuse"
        contract="refuse"
        hidden={{ id: member.id, identity: member.identity }}
      >
        <p className="font-semibold break-words">
          {t("refuse.ask", { name: member.name, email: member.email })}
        </p>
        <Identity person={member} />
        <TextArea name="reason" label={t("refuse.reason")} hint={t("refuse.hint")} rows={3} />
        <DialogButtons closeTo={closeTo} className="mt-2">
          <SubmitButton tone="danger" pending={t("refuse.pending")}>
            {t("refuse.title")}
          </SubmitButton>
        </DialogButtons>
      </PostForm>
    </AddressedDialog>
  );
}

type Person = Pick<SelectedMember, "name" | "dateOfBirth" | "kycDocumentNumber">;

const lacksProof = (person: Person): boolean => !person.dateOfBirth || !person.kycDocumentNumber;

/** Shows what an admin verifies, and names what the member has not entered. */
function Identity({ person }: { person: Person }) {
  const { t } = useTranslation("users");
  const facts = [
    [t("name"), person.name],
    [t("page.birthDate"), person.dateOfBirth],
    [t("page.kyc"), person.kycDocumentNumber],
  ] as const;
  const missing = facts.flatMap(([label, value]) => (value ? [] : [label]));
  return (
    <>
      <FactList facts={facts} />
      {missing.length > 0 && (
        <p className="note note-warning">{t("missing", { what: missing.join(", ") })}</p>
      )}
    </>
  );
}

/** Approves the selected members, each with the details that the dialog shows. */
export function SeveralDialog({
  members,
  closeTo,
}: Props & { members: readonly SelectedMember[] }) {
  const { t } = useTranslation("users");
  const count = members.length;
  return (
    <AddressedDialog title={t("confirmation")} closeTo={closeTo}>
      {count === 0 ? (
        <p>{t("several.none")}</p>
      ) : (
        <ButtonForm intent="approve-several" className="grid gap-4">
          <p className="font-semibold">{t("several.ask", { count })}</p>
          <ul className="grid max-h-[50dvh] gap-4 overflow-y-auto">
            {members.map((person, index) => (
              <li key={person.id} className="card grid gap-2 p-3">
                <input type="hidden" name={`members[${index}].id`} value={person.id} />
                <input type="hidden" name={`members[${index}].identity`} value={person.identity} />
                <Identity person={person} />
              </li>
            ))}
          </ul>
          <DialogButtons closeTo={closeTo} className="mt-2">
            <SubmitButton pending={t("approving")}>{t("common:confirm")}</SubmitButton>
          </DialogButtons>
        </ButtonForm>
      )}
    </AddressedDialog>
  );
}

/** product.md §2: a close mark, a title, a message, Confirm. */
function ConfirmDialog({
  name,
  member,
  closeTo,
}: Props & { name: "approve" | "remove"; member: MemberCard }) {
  const { t } = useTranslation("users");
  const isRemoval = name === "remove";
  const hasGap = !isRemoval && lacksProof(member);
  const [params] = useSearchParams();
  const refuseTo = searchWith(params, { ...NO_DIALOG, refuse: member.id });
  const { name: personName, email } = member;
  const asksIdentity = useAsksIdentity();
  if (!isRemoval && asksIdentity) {
    return (
      <AddressedDialog title={t("verifyTitle", { name: personName })} closeTo={closeTo}>
        <div className="grid gap-4">
          <p className="font-semibold break-words">
            {t(member.hasSentIdentity ? "byEvidence" : "nothingSent", { name: personName })}
          </p>
          <DialogButtons closeTo={closeTo} className="mt-2">
            <Link
              to={
                member.hasSentIdentity
                  ? `${paths.admin.identity}?member=${member.id}`
                  : `${memberPath(member.id)}?part=notes`
              }
              className="button"
            >
              {t(member.hasSentIdentity ? "toEvidence" : "askForIt")}
            </Link>
          </DialogButtons>
        </div>
      </AddressedDialog>
    );
  }
  return (
    <AddressedDialog
      title={isRemoval ? t("confirmation") : t("verifyTitle", { name: personName })}
      closeTo={closeTo}
    >
      <ButtonForm intent={name} className="grid gap-4" hidden={{ id: member.id }}>
        <p className="font-semibold break-words">
          {t(isRemoval ? "deleteAsk" : "approveAsk", { name: personName, email })}
        </p>
        {isRemoval ? (
          <p>{t("deleteExplain")}</p>
        ) : (
          <>
            <input type="hidden" name="identity" value={member.identity} />
            <Identity person={member} />
            {!member.isRefused && (
              <Link
                to={refuseTo}
                replace
                preventScrollReset
                className="link-out justify-self-start"
              >
                {t("refuse.instead")}
              </Link>
            )}
          </>
        )}
        <DialogButtons closeTo={closeTo} className="mt-2">
          <SubmitButton
            tone={isRemoval ? "danger" : hasGap ? "quiet" : "main"}
            pending={t(isRemoval ? "deleting" : "approving")}
          >
            {t(hasGap ? "approveWithout" : "common:confirm")}
          </SubmitButton>
          {hasGap && (
            <Link to={`${memberPath(member.id)}?part=notes`} className="button">
              {t("askMember")}
            </Link>
          )}
        </DialogButtons>
      </ButtonForm>
    </AddressedDialog>
  );
}

import { Link, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SECOND_KINDS } from "@db/vocabulary";
import type { OwnStep } from "@server/members/contracts/identity";
import { pictureOf } from "@server/members/rules/identity/steps";
import { Field, Select, TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { BackLink } from "~/components/layout/back-link";
import { UploadField } from "~/components/upload/upload-field";
import { paths } from "~/lib/paths";
import { identityPath, purchasePath } from "./identity-path";
import { keepJustTyped } from "./just-typed";
import type { loader } from "./route";

/** One question, with what was answered before. */
export function Step({ asked }: { asked: OwnStep }) {
  const { identity, purchase } = useLoaderData<typeof loader>();
  const { t } = useTranslation("identity");
  const number = identity.steps.findIndex(({ step }) => step === asked.step) + 1;
  const kind = identity.typed.secondKind;
  const document = kind ? t(`kinds.${kind}`) : "";
  return (
    <section className="grid gap-4">
      <BackLink to={identityPath(null, purchase)}>{t("overview")}</BackLink>
      <div>
        <p className="hint">{t("stepOf", { number, all: identity.steps.length + 1 })}</p>
        <h2>{t(`steps.${asked.step}`, { document })}</h2>
      </div>
      {asked.document?.reason && (
        <p className="note note-warning">
          <span>{t("askedAgain", { reason: asked.document.reason })}</span>
        </p>
      )}
      <Question asked={asked} />
      {purchase && (
        <p>
          <Link className="link-out" to={purchasePath(purchase)}>
            {t("toPurchase")}
          </Link>
        </p>
      )}
    </section>
  );
}

/** A question that is typed, or a picture. */
function Question({ asked }: { asked: OwnStep }) {
  const { identity } = useLoaderData<typeof loader>();
  const { t } = useTranslation("identity");
  const { step, asksName } = asked;
  const { typed } = identity;
  if (step !== "pan" && step !== "second" && step !== "address")
    return <PictureForm asked={asked} />;
  if (step === "pan" && typed.isPanFixed) {
    return <p className="note">{t("panFixed", { pan: typed.pan })}</p>;
  }
  const number = { autoComplete: "off", autoCapitalize: "characters" };
  return (
    <PostForm contract={step} noValidate>
      {asksName && (
        <Field
          name="typedName"
          label={t("name")}
          hint={t("nameHint")}
          defaultValue={typed.name ?? ""}
          autoComplete="name"
        />
      )}
      {step === "pan" && (
        <Field
          name="pan"
          onChange={({ currentTarget }) => keepJustTyped("pan", currentTarget.value)}
          label={t("pan")}
          hint={typed.pan ? t("kept", { value: typed.pan }) : t("panHint")}
          maxLength={20}
          {...number}
        />
      )}
      {step === "second" && (
        <>
          <Select
            name="secondKind"
            label={t("secondKind")}
            placeholder={t("choose")}
            defaultValue={typed.secondKind ?? ""}
            options={SECOND_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
          <Field
            name="secondNumber"
            onChange={({ currentTarget }) => keepJustTyped("second", currentTarget.value)}
            label={t("secondNumber")}
            hint={typed.secondNumber ? t("kept", { value: typed.secondNumber }) : t("noAadhaar")}
            {...number}
          />
        </>
      )}
      {step === "address" && (
        <TextArea
          name="address"
          label={t("address")}
          hint={t("addressHint")}
          defaultValue={typed.address ?? ""}
          autoComplete="street-address"
          rows={4}
        />
      )}
      <SubmitButton>{t("continue")}</SubmitButton>
    </PostForm>
  );
}

/** `accept` of the pictures; a phone turns its own format into JPEG for it. */
const PICTURES = "image/jpeg,image/png,image/webp";

/** A picture, which is sent once it is chosen; without scripts it goes with the form. */
function PictureForm({ asked }: { asked: OwnStep }) {
  const { identity } = useLoaderData<typeof loader>();
  const { t } = useTranslation("identity");
  const [isBusy, setBusy] = useState(false);
  const picture = pictureOf(asked.step, identity.typed.secondKind);
  if (!picture) return <p className="note note-warning">{t("kindFirst")}</p>;
  const present = asked.isDone ? asked.document : null;
  const isSelfie = picture.kind === "SELFIE";
  return (
    <PostForm contract="picture" encType="multipart/form-data" noValidate>
      <p className="hint">{t(isSelfie ? "picture.selfieHint" : "picture.hint")}</p>
      {present && (
        <figure className="grid gap-1">
          <img
            src={`${paths.user.identityDocuments}/${present.id}`}
            alt={t("picture.present")}
            className="max-h-48 max-w-full justify-self-start rounded border border-line"
          />
          <figcaption className="hint">
            {t(present.state === "ACCEPTED" ? "picture.accepted" : "picture.keep")}
          </figcaption>
        </figure>
      )}
      {present?.state !== "ACCEPTED" && (
        <UploadField
          name="documentId"
          label={t(present ? "picture.another" : "picture.label")}
          hint={t(isSelfie ? "picture.selfieTypes" : "picture.types")}
          accept={isSelfie ? PICTURES : `${PICTURES},application/pdf`}
          capture={isSelfie ? "user" : "environment"}
          isRequired={!present}
          to={`${paths.user.identityDocuments}?${new URLSearchParams({ ...picture }).toString()}`}
          onBusy={setBusy}
          words={{
            uploading: t("picture.uploading"),
            kept: () => t("picture.kept"),
            tooLarge: t("picture.tooLarge"),
            noId: t("picture.failed"),
            failed: t("picture.failed"),
          }}
        />
      )}
      <SubmitButton disabled={isBusy}>{t("continue")}</SubmitButton>
    </PostForm>
  );
}

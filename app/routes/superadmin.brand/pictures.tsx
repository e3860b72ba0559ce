import { useTranslation } from "react-i18next";
import { ACCEPT_BRAND_PICTURE } from "@server/files/rules/accepted-types";
import type { BrandPreview } from "@server/brands/contracts/brands";
import { isUploaded } from "@themes/assets";
import { BRAND_PICTURES, type BrandPicture } from "@themes/vocabulary";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { FileField } from "~/components/upload/file-field";
import { useReply } from "~/components/form/form-frame";
import { Part } from "./parts";
import { SubmitButton } from "~/components/form/submit-button";

interface Props {
  preview: BrandPreview;
  basedOn: string;
}

/** Each picture separately: uploaded, or generated from the colours. */
export function Pictures({ preview, basedOn }: Props) {
  const { t } = useTranslation("brand");
  return (
    <Part name="pictures" title={t("pictures.title")}>
      <p className="hint mb-4">{t("pictures.hint")}</p>
      <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
        {BRAND_PICTURES.map((picture) => (
          <Picture key={picture} picture={picture} preview={preview} basedOn={basedOn} />
        ))}
      </ul>
    </Part>
  );
}

function Picture({ picture, preview, basedOn }: Props & { picture: BrandPicture }) {
  const { t } = useTranslation("brand");
  const { brand, pictures } = preview;
  const name = t(`pictures.${picture}`);
  // An uploaded header logo without a dark version is used on dark backgrounds too.
  const isSame = brand[picture] === undefined;
  const own = isUploaded(brand[picture] ?? "");
  const drawn = {
    iconUrl: pictures.icon,
    defaultLogo: pictures.logo,
    headerLogo: pictures.header,
    headerLogoDark: pictures.headerDark,
    chartImg: pictures.chart,
  }[picture];
  const errors = useReply(`picture-${picture}`)?.error?.["file"] ?? [];
  const scheme = picture === "headerLogoDark" || picture === "chartImg" ? "dark" : "light";
  return (
    <li className="grid content-start gap-2">
      <h3 className="text-base">{name}</h3>
      <p
        className="grid h-24 place-items-center rounded-[var(--radius-card)] border border-line p-2"
        style={{ background: preview.variables[scheme]["--surface"] }}
      >
        <img src={own ? brand[picture] : drawn} alt="" className="max-h-20 w-auto max-w-full" />
      </p>
      <p className="hint">{t(`pictures.${isSame ? "same" : own ? "uploaded" : "drawn"}`)}</p>
      <PostForm
        contract="picture"
        intent={`picture-${picture}`}
        encType="multipart/form-data"
        className="grid gap-2"
        hidden={{ basedOn }}
      >
        <FileField
          label={t("pictures.file", { name })}
          words={{ choose: t("pictures.choose"), none: t("pictures.none") }}
          accept={ACCEPT_BRAND_PICTURE}
          errors={errors}
        />
        <SubmitButton tone="quiet" pending={t("pictures.uploading")}>
          {t("pictures.upload")}
        </SubmitButton>
      </PostForm>
      {own && (
        <ButtonForm intent={`draw-${picture}`} hidden={{ basedOn }}>
          <SubmitButton tone="quiet">{t("pictures.draw")}</SubmitButton>
        </ButtonForm>
      )}
    </li>
  );
}

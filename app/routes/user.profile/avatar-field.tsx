import UserRound from "lucide-react/icons/user-round";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorText } from "~/components/form/error-text";
import { FilePicker } from "~/components/upload/file-picker";
import { useUpload } from "~/components/upload/use-upload";
import { useIsLive } from "~/lib/orders/use-is-live";
import { paths } from "~/lib/paths";

interface Props {
  /** The URL of the current picture; null without one. */
  present: string | null;
  onBusy: (isBusy: boolean) => void;
}

/** The picture: uploaded once it is chosen, previewed at once, kept when the form is saved. */
export function AvatarField({ present, onBusy }: Props) {
  const { t } = useTranslation("profile");
  const id = useId();
  const [isRemoved, setRemoved] = useState(false);
  const isLive = useIsLive();
  const { sent, going, kept, error, choose, clear } = useUpload({
    name: "profileImageId",
    to: `${paths.user.uploads}?for=picture`,
    onBusy,
    words: {
      uploading: t("uploading"),
      kept: (name) => t("pictureKept", { name }),
      tooLarge: t("tooLarge"),
      noId: t("noId"),
      failed: t("failed"),
    },
  });
  const shown = kept ? `/media/${kept.id}` : isRemoved ? null : present;
  return (
    <div className="flex flex-wrap items-center gap-5">
      {shown ? (
        <img
          src={shown}
          alt={t("picture")}
          width={96}
          height={96}
          className="size-24 flex-none rounded-full border border-line object-cover"
        />
      ) : (
        <span className="grid size-24 flex-none place-items-center rounded-full bg-sunken">
          <UserRound size={40} />
        </span>
      )}
      <div className="field min-w-0 flex-1 basis-64">
        <label htmlFor={id}>{t("picture")}</label>
        <FilePicker
          words={{ choose: t("pictureChoose"), none: t("pictureNone") }}
          isEmpty={isLive && !kept && !going}
        >
          <input
            type="file"
            id={id}
            {...(!sent && !going && { name: "medias" })}
            accept="image/*"
            // Optional: without scripts only a required input tells the style sheet that it is empty.
            required={!isLive}
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-state ${id}-hint`}
            onChange={({ currentTarget }) => {
              setRemoved(false);
              void choose(currentTarget);
            }}
          />
        </FilePicker>
        {kept && (
          <>
            <input type="hidden" name="profileImageId" value={kept.id} />
            <input type="hidden" name="profileImageIdName" value={kept.name} />
          </>
        )}
        {(shown || isRemoved) && (
          <Removal
            isRemoved={isRemoved}
            onChange={(remove) => {
              if (remove) clear();
              setRemoved(remove);
            }}
          />
        )}
        <div id={`${id}-state`} aria-live="polite">
          {going && (
            <p className="grid gap-1">
              <span>
                {t("uploading")} {going.name}
              </span>
              <progress
                className="w-full"
                max={100}
                value={going.percent}
                aria-label={going.name}
              />
            </p>
          )}
          {kept && <p className="break-all">{t("pictureKept", { name: kept.name })}</p>}
          {isRemoved && !kept && !going && <p>{t("pictureRemoved")}</p>}
          {error && <ErrorText>{error}</ErrorText>}
        </div>
        <p id={`${id}-hint`} className="hint">
          {t("pictureHint")}
        </p>
      </div>
    </div>
  );
}

/** Previews the removal when ticked; without JavaScript the checkbox only takes effect on save. */
function Removal({
  isRemoved,
  onChange,
}: {
  isRemoved: boolean;
  onChange: (remove: boolean) => void;
}) {
  const { t } = useTranslation("profile");
  return (
    <label className="checkbox w-fit cursor-pointer">
      <input
        type="checkbox"
        name="removeProfileImage"
        checked={isRemoved}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{t("pictureRemove")}</span>
    </label>
  );
}

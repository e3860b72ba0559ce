import CircleCheck from "lucide-react/icons/circle-check";
import Camera from "lucide-react/icons/camera";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorText } from "../form/error-text";
import { useIsLive } from "~/lib/orders/use-is-live";
import { FilePicker } from "./file-picker";
import { type UploadWords, useUpload } from "./use-upload";

interface Props {
  /** The field with the stored file's id; the file name goes in `${name}Name`. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  accept: string;
  /** The URL that receives the file once chosen. Without JavaScript it goes with the form. */
  to: string;
  words: UploadWords;
  onBusy: (isBusy: boolean) => void;
  /** The camera of the button that takes a photo; the button of a picture of oneself comes first. */
  capture?: "environment" | "user";
  /** False where an earlier file may stay. */
  isRequired?: boolean;
}

/**
 * A file that uploads while the form is filled in, and is kept when the form is refused. Its page loads the
 * words of "paying".
 */
export function UploadField({
  name,
  label,
  hint,
  accept,
  to,
  words,
  onBusy,
  capture = "environment",
  isRequired = true,
}: Props) {
  const { t } = useTranslation("paying");
  const id = useId();
  const { sent, going, kept, error, choose } = useUpload({ name, to, words, onBusy });
  const isLive = useIsLive();
  const field = useRef<HTMLInputElement>(null);
  const [preview, setPreview] = useState("");
  useEffect(() => () => URL.revokeObjectURL(preview), [preview]);
  function take(input: HTMLInputElement) {
    const file = input.files?.[0];
    setPreview(file?.type.startsWith("image/") ? URL.createObjectURL(file) : "");
    void choose(input);
  }
  /** Into the form's own field: the file of a failed upload goes with the form. */
  function fill(files: FileList | null) {
    const file = files?.[0];
    if (!field.current || !file || files.length !== 1) return;
    // A copy: whoever gave the files may empty their list.
    const copy = new DataTransfer();
    copy.items.add(file);
    field.current.files = copy.files;
    take(field.current);
  }
  const camera = (
    <label className="button button-quiet hidden focus-within:outline-3 pointer-coarse:inline-flex">
      <Camera size={18} /> {t("camera")}
      <input
        type="file"
        accept="image/*"
        capture={capture}
        className="sr-only"
        onChange={({ currentTarget }) => {
          fill(currentTarget.files);
          currentTarget.value = "";
        }}
      />
    </label>
  );
  return (
    <div
      className="field"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        fill(event.dataTransfer.files);
      }}
    >
      <label htmlFor={id}>{label}</label>
      {isLive && capture === "user" && camera}
      <FilePicker
        words={{ choose: t("choose"), none: t("none") }}
        isEmpty={!isRequired && isLive && !kept && !going}
      >
        <input
          type="file"
          ref={field}
          id={id}
          // A stored file is not sent again with the form.
          {...(!sent && !going && { name: "medias" })}
          accept={accept}
          required={isRequired}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-state ${id}-hint`}
          onChange={({ currentTarget }) => take(currentTarget)}
        />
      </FilePicker>
      {isLive && (
        <>
          {capture === "environment" && camera}
          <p className="hint pointer-coarse:hidden">{t("drop")}</p>
        </>
      )}
      {preview && (going || kept) && (
        <img
          src={preview}
          alt=""
          className="max-h-40 max-w-full justify-self-start rounded border border-line"
          onError={() => setPreview("")}
        />
      )}
      {kept && (
        <>
          <input type="hidden" name={name} value={kept.id} />
          <input type="hidden" name={`${name}Name`} value={kept.name} />
        </>
      )}
      <div id={`${id}-state`} aria-live="polite">
        {going && (
          <p className="grid gap-1">
            <span>
              {words.uploading} {going.name}
            </span>
            <progress className="w-full" max={100} value={going.percent} aria-label={going.name} />
          </p>
        )}
        {kept && (
          <p className="flex gap-1.5 break-all">
            <CircleCheck size={18} className="mt-0.5 flex-none" />
            {words.kept(kept.name)}
          </p>
        )}
        {error && <ErrorText>{error}</ErrorText>}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

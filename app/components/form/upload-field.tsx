import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { type ReactNode, useId } from "react";
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
}

/** A file that uploads while the form is filled in, and is kept when the form is refused. */
export function UploadField({ name, label, hint, accept, to, words, onBusy }: Props) {
  const id = useId();
  const { sent, going, kept, error, choose } = useUpload({ name, to, words, onBusy });
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        type="file"
        id={id}
        // A stored file is not sent again with the form.
        {...(!sent && !going && { name: "medias" })}
        accept={accept}
        className="input"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-state ${id}-hint`}
        onChange={({ currentTarget }) => void choose(currentTarget)}
      />
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
            <CircleCheck size={18} aria-hidden className="mt-0.5 flex-none" />
            {words.kept(kept.name)}
          </p>
        )}
        {error && (
          <p className="error">
            <CircleAlert size={18} aria-hidden className="mt-0.5 flex-none" />
            {error}
          </p>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

import { CircleAlert, CircleCheck } from "lucide-react";
import { type ReactNode, useId } from "react";
import { type UploadWords, useUpload } from "./use-upload";

interface Props {
  /** The field that carries the stored file's id; its file name goes as `${name}Name`. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  accept: string;
  /** Where a file is sent as soon as it is chosen. Without a script it goes with the form. */
  to: string;
  words: UploadWords;
  onBusy: (isBusy: boolean) => void;
}

/** A file that is uploaded while the rest of the form is filled in, and survives a refused form. */
export function UploadField({ name, label, hint, accept, to, words, onBusy }: Props) {
  const id = useId();
  const { sent, going, kept, error, choose } = useUpload({ name, to, words, onBusy });
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        type="file"
        id={id}
        // What is stored already is not sent a second time with the form.
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

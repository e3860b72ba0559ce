import { useId } from "react";
import { ErrorText } from "../form/error-text";
import { FilePicker, type PickerWords } from "./file-picker";

/** A required file that is sent with its form, named `file`; no scripts are needed. */
export function FileField({
  label,
  words,
  accept,
  errors,
}: {
  label: string;
  words: PickerWords;
  accept: string;
  errors: readonly string[];
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <FilePicker words={words}>
        <input
          type="file"
          name="file"
          id={id}
          accept={accept}
          required
          aria-invalid={errors.length > 0}
          aria-describedby={`${id}-error`}
        />
      </FilePicker>
      <div id={`${id}-error`}>
        {errors.map((text) => (
          <ErrorText key={text}>{text}</ErrorText>
        ))}
      </div>
    </div>
  );
}

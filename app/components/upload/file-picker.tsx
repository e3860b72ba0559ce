import type { ReactNode } from "react";

/** The texts of a file input; a browser's own are in the browser's language. */
export interface PickerWords {
  choose: string;
  none: string;
}

/**
 * Shows our words in place of the browser's around a file input, without a script too: the style
 * sheet draws them, and shows `none` while the input is invalid, that is required and empty, or
 * while `isEmpty`. Its form has `noValidate`, or requires the
 * file.
 */
export const FilePicker = ({
  words,
  isEmpty,
  children,
}: {
  words: PickerWords;
  /** True if an optional input has no file; only scripts know it. */
  isEmpty?: boolean;
  children: ReactNode;
}) => (
  <label
    className="file-picker input"
    data-choose={words.choose}
    data-none={words.none}
    data-empty={isEmpty}
  >
    {children}
  </label>
);

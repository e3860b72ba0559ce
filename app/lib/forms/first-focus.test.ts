import { expect, test } from "vitest";
import { withFirstFocus } from "./first-focus.server";

const HEADING = '<h1 tabindex="-1" data-focus-first="">Step 2</h1>';
const FOCUSED = HEADING.replace('first=""', 'first="" autofocus=""');
const FIELDS = '<input name="a"/><input name="b" aria-invalid="true"/><input aria-invalid="true"/>';
const ALERT = '<div class="note" role="alert" tabindex="-1">Wrong.</div>';
const dialog = (inside: string) =>
  `<input aria-invalid="true"/><div role="dialog" id="d" tabindex="-1">${inside}</div>`;

test.each([
  ["the step that a form has come to", false, HEADING + FIELDS, FOCUSED + FIELDS],
  ["a step that an answer shows", true, HEADING, FOCUSED],
  [
    "the first wrong field of a sent form instead of its heading",
    true,
    HEADING + FIELDS,
    HEADING + FIELDS.replace('"true"', '"true" autofocus=""'),
  ],
  [
    "the message above the fields, which comes first",
    true,
    ALERT + FIELDS,
    ALERT.replace('"-1"', '"-1" autofocus=""') + FIELDS,
  ],
  ["a dialog", false, dialog(""), dialog("").replace('"dialog"', '"dialog" autofocus=""')],
  [
    "the field that a dialog names",
    false,
    dialog('<input data-focus-first="true"/>'),
    dialog('<input data-focus-first="true" autofocus=""/>'),
  ],
  [
    "nothing on a page that was just opened",
    true,
    "<main><input/></main>",
    "<main><input/></main>",
  ],
])("a document focuses %s", (_what, isPosted, markup, expected) => {
  expect(withFirstFocus(markup, isPosted)).toBe(expected);
});

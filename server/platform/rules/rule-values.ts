import { MAX_FILE_BYTES, sizeInWords } from "./file-size";
import { FARTHEST_YEARS } from "@server/platform/rules/money/units";
import { HOLD_MINUTES } from "./hold-times";
import {
  CODE_MINUTES,
  INVITATION_HOURS,
  SETUP_MINUTES,
  STEP_UP_MINUTES,
} from "@server/platform/rules/people/one-time-codes";
import {
  MAX_PASSWORD_LENGTH,
  MIN_AGE_YEARS,
  MIN_PASSWORD_LENGTH,
} from "@server/platform/rules/people/limits";

/** Values of the rules, for use in texts. Browsers load them, so no rule is imported with them. */
export const RULE_VALUES = {
  codeMinutes: CODE_MINUTES,
  farthestPriceYears: FARTHEST_YEARS,
  holdMinutes: HOLD_MINUTES,
  invitationHours: INVITATION_HOURS,
  maxFileSize: sizeInWords(MAX_FILE_BYTES),
  maxPasswordLength: MAX_PASSWORD_LENGTH,
  minAgeYears: MIN_AGE_YEARS,
  minPasswordLength: MIN_PASSWORD_LENGTH,
  setupMinutes: SETUP_MINUTES,
  stepUpMinutes: STEP_UP_MINUTES,
};

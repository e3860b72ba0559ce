import { MAX_FILE_BYTES, sizeInWords } from "@server/domain/media/rules";
import { FARTHEST_YEARS } from "@server/domain/money/price-start";
import { HOLD_MINUTES } from "@server/domain/orders/times";
import { MIN_AGE_YEARS } from "@server/domain/members/birth-date";
import {
  CODE_MINUTES,
  INVITATION_HOURS,
  SETUP_MINUTES,
} from "@server/domain/members/one-time-codes";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "@server/domain/members/password";

/** Values of the rules, for use in texts. */
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
};

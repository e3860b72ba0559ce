import { plainTyped } from "@server/platform/rules/text/typed";
import { bankKeys, hintsOf } from "./keys";
import { referenceKeys } from "./statements/tokens";

/** The fields of an entry by which a debit is compared with the credits before it. */
export interface Moved {
  readonly id: string;
  readonly accountId: string;
  /** YYYY-MM-DD. */
  readonly bookedOn: string;
  readonly amountPaise: number;
  readonly narration: string;
  readonly reference: string | null;
}

/** A credit that a debit may send back. */
export interface ReturnableCredit extends Moved {
  /** Keys of its payment. */
  readonly keys: readonly string[];
  /** Paise of it that went back already. */
  returnedPaise: number;
}

const RETURN_WORDS = [
  "REV(?:D|SD|ERSAL|ERSED|ERSE)?|RE?VSL|RVSD|RVRSL",
  "RET(?:D|N|ND|URN|URNS|URNED)?|RTN|RTND|RTD",
  "CHARGEBACK|CHG?BK|CHBACK|CBK|DISPUTED?|ADJ(?:USTED|USTMENT)?|RECOVER(?:Y|ED)|विवाद",
  "REFUND|REFUNDED|RFND|RFD|RECALL|RECALLED|UNPAID|BOUNCED?|DISHONOU?R(?:ED)?|REJECT(?:ED)?",
  "वापस|वापिस|वापसी|रिवर्सल|रिटर्न|रिवर्स|रिफंड|चार्जबैक|लौटा|लौटाया|लौटाई|लौटाए|लौटाना|उलट|उलटा|उल्टा|पलटा|पलटाव",
].join("|");
const RETURN_WORD = new RegExp(`^(?:UPI|IMPS|NEFT|RTGS|CHQ|ACH|NACH)?(?:${RETURN_WORDS})$`);
/** Matches such a word in front of the letters of a bank's number: `RTNSBINN26307123456`. */
const GLUED_RETURN = /\b(?:REV|RVSL|REVERSAL|RTN|RET|RETURN|CHBK|CBK)(?=[A-Z]{4}[A-Z]?\d{11})/g;
const FEE_WORD = /^(?:FEES?|CHARGES?|CHRGS?|CHGS?|GST|IGST|CGST|SGST|COMM|COMMISSION|शुल्क)$/;

const plain = ({ reference, narration }: Pick<Moved, "reference" | "narration">): string =>
  plainTyped(`${reference ?? ""} ${narration}`)
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll("\u093c", "")
    .replace(/\bCHA?R?GE?[ -]?BA?CK\b/g, "CHARGEBACK")
    .replace(/चार्ज[ -]बैक/g, "चार्जबैक")
    .replace(GLUED_RETURN, "$& ");

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}]+|\d+/gu) ?? [];

/** Tells whether the bank's text says that money went back. */
export const saysReturned = (entry: Pick<Moved, "reference" | "narration">): boolean =>
  wordsIn(plain(entry)).some((word) => RETURN_WORD.test(word));

/** Returns every number that an entry may name, as keys. */
export const numbersIn = (entry: Pick<Moved, "reference" | "narration">): string[] => [
  ...new Set([...bankKeys(entry), ...hintsOf(entry), ...referenceKeys(plain(entry))]),
];

/** Returns shorter numbers, such as those of cheques; years and days have fewer digits. */
export const shortNumbers = (entry: Moved): string[] =>
  wordsIn(plain(entry)).flatMap((word) => (/^\d{6,}$/.test(word) ? [word.replace(/^0+/, "")] : []));

/**
 * Returns the credit that a debit sends back: one of its account, booked on the same day or before, of
 * which so much is left, that the debit names
 * - by a number of its payment, with its sum, or with a part of it and the word of a return; or
 * - by a shorter number, with its sum and the word of a return.
 * Undefined if it sends none back, as a fee that names the payment does.
 */
export function returnedCredit<Credit extends ReturnableCredit>(
  debit: Moved,
  credits: readonly Credit[],
): Credit | undefined {
  const numbers = new Set(numbersIn(debit));
  const isSaid = saysReturned(debit);
  const isFee = wordsIn(plain(debit)).some((word) => FEE_WORD.test(word));
  const short = new Set(shortNumbers(debit));
  const isNamed = ({ keys }: ReturnableCredit) => keys.some((key) => numbers.has(key));
  const isSame = ({ amountPaise }: ReturnableCredit) => amountPaise === debit.amountPaise;
  const found = credits.filter((credit) => {
    const isBefore = credit.accountId === debit.accountId && credit.bookedOn <= debit.bookedOn;
    if (!isBefore || credit.amountPaise - credit.returnedPaise < debit.amountPaise) return false;
    if (isNamed(credit)) return isSame(credit) || (isSaid && !isFee);
    return isSaid && isSame(credit) && shortNumbers(credit).some((number) => short.has(number));
  });
  const [likeliest] = found.toSorted(
    (a, b) =>
      Number(isNamed(b)) - Number(isNamed(a)) ||
      Number(isSame(b)) - Number(isSame(a)) ||
      (a.bookedOn < b.bookedOn ? 1 : -1),
  );
  return likeliest;
}

/** A payment that the bank sent back, for admins. */
export interface ReturnedPayment {
  id: string;
  bookedOn: string;
  amountPaise: number;
  narration: string;
  orderId: string | null;
  orderNumber: string | null;
  /** True while no admin has decided about it. */
  isOpen: boolean;
  [column: string]: unknown;
}

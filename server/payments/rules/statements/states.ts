/** Words of rows that are no money, or none yet. */
const NOT_COMPLETED =
  /^(?:fail(?:ed|ure|s)?|pend(?:ing|s)?|revers(?:ed|al)|declined?|reject(?:ed|ion)?|cancel(?:led|ed|lation)?|expired?|time(?:d ?)?out|timed|process(?:ing)?|progress|initiated?|hold|held|return(?:ed)?|refund(?:ed)?|bounced?|dishonou?red|unsuccessful(?:ly)?|unpaid|incomplete|void(?:ed)?|block(?:ed)?|abort(?:ed)?|dropped|queued?|scheduled|submitted|await(?:ing|ed)?|error|not|un|charge ?back|uncleared|unsettled|uncredited|f|p|r|असफल|विफल|नाकाम|लंबित|लम्बित|अस्वीकृत|अस्वीकार|रद्द|वापस|वापसी|उलट[ािे]?|पलट[ािे]?|लौटाय[ाी]|लौट[ाी]|अपूर्ण|अधूर[ाी]|प्रतीक्षित|प्रतीक्षा|प्रक्रिया|प्रक्रियाधीन|निरस्त|नहीं)$/;
/** Words of rows whose money arrived. */
const COMPLETED =
  /^(?:success|successful(?:ly)?|succeeded|complete|completed|done|settled|processed|credited|debited|cleared|posted|paid|ok|received|approved|captured|booked|confirmed|executed|deposited|s|सफल|सफलतापूर्वक|पूर्ण|पूरा|पूरी|संपन्न|सम्पन्न|जमा|प्राप्त)$/;
/** Words beside the state, which do not change it. */
const BESIDE =
  /^(?:txn|tran|transaction|payment|transfer|is|was|by|bank|credit|लेनदेन|लेन|देन|भुगतान|हुआ|हुई|हो|गया|गई|है|में)$/;
/** First words of a text that state what became of the payment. Others name its kind, as REFUND does. */
const FIRST =
  /^\W*(?:(?:txn|transaction|payment) )?(?:failed|pending|declined|rejected|cancell?ed|reversed|unsuccessful|timed out|expired|bounced|dishonou?red|on hold|in progress|under process|not (?:completed|processed|credited|successful))(?![\p{L}\p{N}])|^[^\p{L}\p{N}]*(?:असफल|विफल|नाकाम|लंबित|लम्बित|अस्वीकृत|रद्द|अपूर्ण|निरस्त|प्रतीक्षित)(?![\p{L}\p{M}])/iu;

/** UNKNOWN is a state that is neither known to be completed nor known not to be. */
type State = "COMPLETED" | "NOT_COMPLETED" | "UNKNOWN";

const wordsOf = (cell: string): string[] => cell.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];

/** Tells whether a cell has a word of a state, as those of a column of places have not. */
export const namesState = (cell: string): boolean =>
  wordsOf(cell).some((word) => NOT_COMPLETED.test(word) || COMPLETED.test(word));

function stateOfCell(cell: string): State {
  const words = wordsOf(cell);
  if (words.some((word) => NOT_COMPLETED.test(word))) return "NOT_COMPLETED";
  const isKnown = words.every((word) => COMPLETED.test(word) || BESIDE.test(word));
  return isKnown && words.some((word) => COMPLETED.test(word)) ? "COMPLETED" : "UNKNOWN";
}

/** Tells whether a text begins with the word that a payment is not completed. */
export const beginsNotCompleted = (narration: string): boolean => FIRST.test(narration);

/** Returns the state of a row by its columns of states; without one it is completed. */
export function stateOf(cells: readonly string[]): State {
  const states = cells.map(stateOfCell);
  if (states.includes("NOT_COMPLETED")) return "NOT_COMPLETED";
  return states.includes("UNKNOWN") ? "UNKNOWN" : "COMPLETED";
}

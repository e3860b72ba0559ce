/** Words of payments that did not arrive, or not yet. */
const FAILED =
  /^(?:fail(?:ed|ure|s)?|pend(?:ing|s)?|declined?|denied|invalid|reject(?:ed|ion)?|cancel(?:led|ed|lation)?|expired?|lapsed|stopped|time(?:d ?)?out|timed|process(?:ing)?|progress|initiated?|hold|held|dishonou?red|unsuccessful(?:ly)?|unpaid|incomplete|void(?:ed)?|block(?:ed)?|abort(?:ed)?|dropped|queued?|scheduled|submitted|await(?:ing|ed)?|error|fraud|not|un|f|p|असफल|विफल|नाकाम|लंबित|लम्बित|अस्वीकृत|अस्वीकार|नामंजूर|खारिज|अमान्य|त्रुटि|विचाराधीन|रद्द|अपूर्ण|अधूर[ाी]|प्रतीक्षित|प्रतीक्षा|प्रक्रिया|प्रक्रियाधीन|निरस्त|नहीं)$/;
/** Words of payments that went back. */
const WENT_BACK =
  /^(?:revers(?:ed|al)|rev|rvsl|return(?:ed)?|rtn|ret|refund(?:ed)?|recall(?:ed)?|bounced?|disputed?|charge ?back|r|वापस|वापसी|उलट[ािे]?|पलट[ािे]?|लौटाय[ाी]|लौट[ाी])$/;
/** Words of rows whose money arrived. */
const COMPLETED =
  /^(?:success|successful(?:ly)?|succeeded|complete|completed|done|settled|processed|credited|debited|clear|cleared|reali[sz]ed|posted|paid|ok|okay|received|approved|captured|booked|confirmed|executed|deposited|s|सफल|सफलतापूर्वक|पूर्ण|पूरा|पूरी|संपन्न|सम्पन्न|जमा|प्राप्त|स्वीकृत)$/;
/** Words beside the state, which do not change it. */
const BESIDE =
  /^(?:txn|tran|transaction|payment|transfer|upi|imps|neft|rtgs|is|was|by|to|bank|credit|लेनदेन|लेन|देन|भुगतान|हुआ|हुई|हो|गया|गई|है|में)$/;

const STATE_AT_START = String.raw`(?:fail(?:ed|ure)?|pending|declined|denied|rejected|cancell?ed|reversed|unsuccessful|timed?[ -]?out|expired|bounced|dishonou?red|on[ -]hold|in[ -]pro(?:cess|gress)|under process|awaiting|initiated|aborted|uncleared|unpaid|not (?:completed|processed|credited|successful|received)|असफल|विफल|नाकाम|लंबित|लम्बित|अस्वीकृत|नामंजूर|रद्द|अपूर्ण|निरस्त|प्रतीक्षित|सफल नहीं)(?![\p{L}\p{M}\p{N}])`;
const SUBJECT = String.raw`(?:(?:txn|transaction|payment|transfer|credit|collect|request|लेन-?देन|भुगतान)[ -]+)*`;
/** Matches first words of a text that state what became of the payment. Others name its kind, as REFUND does. */
const FIRST = new RegExp(String.raw`^[^\p{L}\p{N}]*${SUBJECT}${STATE_AT_START}`, "iu");
/** Matches such words behind the name of the rail, or alone between signs, where a payer may have written them. */
const INSIDE = new RegExp(
  String.raw`^\W*(?:upi|imps|neft|rtgs)\W+${SUBJECT}${STATE_AT_START}|[/|()[\]:*-]\s*${STATE_AT_START}\s*(?:[/|()[\]:*-]|$)`,
  "iu",
);

/** UNKNOWN is a state that is neither known to be completed nor known not to be. */
type State = "COMPLETED" | "NOT_COMPLETED" | "UNKNOWN";

const wordsOf = (cell: string): string[] =>
  cell
    .toLowerCase()
    .normalize("NFD")
    .replaceAll("\u093c", "")
    .match(/[\p{L}\p{M}]+/gu) ?? [];

const isFailed = (word: string): boolean =>
  FAILED.test(word) || (word.startsWith("un") && COMPLETED.test(word.slice(2)));
const isNotCompleted = (word: string): boolean => isFailed(word) || WENT_BACK.test(word);

/** Tells whether a cell has a word of a state, as those of a column of places have not. */
export const namesState = (cell: string): boolean =>
  wordsOf(cell).some((word) => isNotCompleted(word) || COMPLETED.test(word));

function stateOfCell(cell: string): State {
  const words = wordsOf(cell);
  if (words.some(isNotCompleted)) return "NOT_COMPLETED";
  const isKnown = words.every((word) => COMPLETED.test(word) || BESIDE.test(word));
  return isKnown && words.some((word) => COMPLETED.test(word)) ? "COMPLETED" : "UNKNOWN";
}

/** Returns the state that the text of a credit says; its other cells say one only as a whole. */
function stateOfTexts(narration: string, others: readonly string[]): State {
  const whole = others
    .map(wordsOf)
    .filter(
      (words) =>
        words.some((word) => word.length > 2 && isNotCompleted(word)) &&
        words.every((word) => isNotCompleted(word) || COMPLETED.test(word) || BESIDE.test(word)),
    );
  if (FIRST.test(narration) || whole.some((words) => words.some(isFailed))) return "NOT_COMPLETED";
  return INSIDE.test(narration) || whole.length > 0 ? "UNKNOWN" : "COMPLETED";
}

/** Texts of a row that may tell its state. */
interface Telling {
  /** Cells of its columns of states. */
  readonly states: readonly string[];
  readonly narration: string;
  readonly others: readonly string[];
}

/** Returns the state of a row; one that says none is completed. A debit's text says that money went back. */
export function stateOf({ states, narration, others }: Telling, isCredit: boolean): State {
  const all = states.map(stateOfCell);
  if (isCredit) all.push(stateOfTexts(narration, others));
  if (all.includes("NOT_COMPLETED")) return "NOT_COMPLETED";
  return all.includes("UNKNOWN") ? "UNKNOWN" : "COMPLETED";
}

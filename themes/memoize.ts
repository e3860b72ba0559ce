/**
 * Caches the results of a pure function. Every page needs its brand's colours, and a brand read
 * from the database is a new object each time, so results are cached by key, not by object.
 *
 * @param keyOf returns everything that the result depends on
 */
export function memoize<Input, Answer>(
  make: (input: Input) => Answer,
  keyOf: (input: Input) => string,
  limit = 200,
): (input: Input) => Answer {
  const answers = new Map<string, Answer>();
  return (input) => {
    const key = keyOf(input);
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = make(input);
    // A Map keeps insertion order: the first key is the oldest.
    const [oldest] = answers.keys();
    if (answers.size >= limit && oldest !== undefined) answers.delete(oldest);
    answers.set(key, answer);
    // A failure is not kept.
    if (answer instanceof Promise) answer.catch(() => answers.delete(key));
    return answer;
  };
}

/**
 * Keeps the latest answers of a pure function. Every page asks for its brand's colours, and a brand
 * read from the database is a new object each time, so answers are kept by what they hang on.
 *
 * @param keyOf says everything that the answer depends on
 */
export function remembered<Input, Answer>(
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
    // A map remembers its order: the first key is the oldest.
    const [oldest] = answers.keys();
    if (answers.size >= limit && oldest !== undefined) answers.delete(oldest);
    answers.set(key, answer);
    return answer;
  };
}

/** Tells whether two words differ in at most so many characters, changed, left out or added. */
export function isNear(one: string, other: string, typos: number): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [rest, otherRest] = [one.slice(at), other.slice(at)];
  if (typos === 0 || rest === "" || otherRest === "") {
    return Math.max(rest.length, otherRest.length) <= typos;
  }
  return (
    isNear(rest.slice(1), otherRest.slice(1), typos - 1) ||
    isNear(rest.slice(1), otherRest, typos - 1) ||
    isNear(rest, otherRest.slice(1), typos - 1)
  );
}

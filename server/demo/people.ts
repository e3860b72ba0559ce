/** Invented people and companies; any likeness is chance. */
export const GIVEN_NAMES = [
  "Asha",
  "Rohan",
  "Meera",
  "Vikram",
  "Priya",
  "Arjun",
  "Kavya",
  "Imran",
  "Divya",
  "Suresh",
  "Ananya",
  "Harpreet",
  "Lakshmi",
  "Nikhil",
  "Fatima",
  "Joseph",
  "Pooja",
  "Manish",
  "Sneha",
  "Tenzin",
];
export const FAMILY_NAMES = [
  "Sharma",
  "Iyer",
  "Khan",
  "Patel",
  "Reddy",
  "Das",
  "Singh",
  "Nair",
  "Joshi",
  "Fernandes",
  "Gupta",
  "Bhutia",
];
export const BANKS = [
  { bankName: "State Bank of India", ifscCode: "SBIN0000300", branch: "Mumbai Main" },
  { bankName: "HDFC Bank", ifscCode: "HDFC0000060", branch: "Fort, Mumbai" },
  { bankName: "ICICI Bank", ifscCode: "ICIC0000007", branch: "Nariman Point" },
];
export const CITIES = ["Mumbai", "Pune", "Jaipur", "Kochi", "Indore"];

/** The same numbers every time: a demo that changed at each start would be no one's. (mulberry32) */
export function createDice(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    /** A whole number from 0 up to, not including, `below`. */
    below: (below: number): number => Math.floor(next() * below),
    pick<T>(from: readonly T[]): T {
      const picked = from[Math.floor(next() * from.length)];
      if (picked === undefined) throw new Error("There is nothing to pick from.");
      return picked;
    },
  };
}
export type Dice = ReturnType<typeof createDice>;

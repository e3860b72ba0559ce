import type { Gender, Language } from "@db/vocabulary";
import type { Random } from "@db/random";

/** Given and family names of invented people; some with their Devanagari form. */
const WOMEN =
  "Asha/आशा Meera/मीरा Pooja/पूजा Kavita/कविता Sneha/स्नेहा Neha/नेहा Hetal Lakshmi Divya Sreeja Ananya Harpreet Fatima Maria Pema".split(
    " ",
  );
const MEN =
  "Rohan/रोहन Vikram/विक्रम Suresh/सुरेश Deepak/दीपक Sachin/सचिन Amit/अमित Jignesh Karthik Senthil Anoop Arjun Gurpreet Imran Savio Tenzin".split(
    " ",
  );
const FAMILIES =
  "Sharma/शर्मा Gupta/गुप्ता Verma/वर्मा Joshi/जोशी Kulkarni/कुलकर्णी Patil/पाटील Patel/पटेल Shah/शाह Iyer Reddy Nair Menon Banerjee Ghosh Singh/सिंह Gill Khan/ख़ान Ansari Fernandes D’Souza Bhutia".split(
    " ",
  );

export interface DemoName {
  name: string;
  /** The name in an e-mail address: "asha.sharma". */
  slug: string;
  gender: Gender;
  language: Language;
}

/** Draws a name. Half of those with a Devanagari form are written in it, with Hindi as language. */
export function makeName(random: Random): DemoName {
  const gender = random.pickWeighted([
    ["female", 44],
    ["male", 54],
    ["other", 2],
  ] as const);
  const both = [random.pick(gender === "male" ? MEN : WOMEN), random.pick(FAMILIES)].map((name) =>
    name.split("/"),
  );
  const latin = both.map(([name = ""]) => name);
  const hindi = both.flatMap(([, name]) => name ?? []);
  const isHindi = hindi.length === latin.length && random.percent(50);
  return {
    name: (isHindi ? hindi : latin).join(" "),
    slug: latin.map((name) => name.toLowerCase().replace(/[^a-z]/g, "")).join("."),
    gender,
    language: isHindi ? "hi" : "en",
  };
}

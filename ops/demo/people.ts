import type { Gender, Language } from "@db/vocabulary";
import type { Random } from "./random";

type Name = readonly [latin: string, devanagari: string | null];

/** Names of one region. All people are invented. */
interface Region {
  women: readonly Name[];
  men: readonly Name[];
  families: readonly Name[];
  /** Relative frequency. */
  weight: number;
}

const latin = (names: string): Name[] => names.split(" ").map((name) => [name, null]);

/** Splits "Asha/आशा Meera/मीरा" into names in both scripts. */
const both = (names: string): Name[] =>
  names.split(" ").map((pair) => {
    const [name = "", devanagari = null] = pair.split("/");
    return [name, devanagari];
  });

const REGIONS: readonly Region[] = [
  {
    women: both(
      "Asha/आशा Meera/मीरा Pooja/पूजा Sunita/सुनीता Kavita/कविता Ritu/ऋतु Neha/नेहा Anjali/अंजलि Shalini/शालिनी Rekha/रेखा",
    ),
    men: both(
      "Rohan/रोहन Vikram/विक्रम Manish/मनीष Suresh/सुरेश Arvind/अरविंद Deepak/दीपक Rajesh/राजेश Amit/अमित Nikhil/निखिल Sanjay/संजय",
    ),
    families: both(
      "Sharma/शर्मा Gupta/गुप्ता Verma/वर्मा Mishra/मिश्रा Agarwal/अग्रवाल Tiwari/तिवारी Chauhan/चौहान Saxena/सक्सेना Yadav/यादव Srivastava/श्रीवास्तव",
    ),
    weight: 28,
  },
  {
    women: both("Sneha/स्नेहा Prajakta/प्राजक्ता Mrunal/मृणाल Vaishali/वैशाली Ashwini/अश्विनी"),
    men: both("Sachin/सचिन Mandar/मंदार Swapnil/स्वप्निल Omkar/ओंकार Nilesh/निलेश"),
    families: both("Joshi/जोशी Kulkarni/कुलकर्णी Deshmukh/देशमुख Patil/पाटील Shinde/शिंदे"),
    weight: 14,
  },
  {
    women: latin("Hetal Jigna Krupa Bhavna Nidhi"),
    men: latin("Jignesh Hardik Chirag Mehul Ketan"),
    families: latin("Patel Shah Mehta Desai Trivedi Parmar"),
    weight: 12,
  },
  {
    women: latin("Lakshmi Divya Priya Janani Kavya Revathi Deepa"),
    men: latin("Karthik Arun Senthil Prakash Srinivas Harish Ravi"),
    families: latin("Iyer Reddy Rao Subramanian Naidu Krishnan Hegde Murthy Shetty"),
    weight: 18,
  },
  {
    women: latin("Anjana Sreeja Nimisha Reshma"),
    men: latin("Vishnu Sreejith Anoop Manoj"),
    families: latin("Nair Menon Pillai Varma Kurup"),
    weight: 7,
  },
  {
    women: latin("Ananya Moumita Rituparna Sohini"),
    men: latin("Arjun Subhash Anirban Debashish"),
    families: latin("Das Banerjee Chatterjee Ghosh Mukherjee Sen"),
    weight: 8,
  },
  {
    women: latin("Harpreet Simran Gurleen Jasleen"),
    men: latin("Gurpreet Manpreet Jaspal Amrit"),
    families: latin("Singh Gill Sandhu Dhillon Bedi"),
    weight: 6,
  },
  {
    women: latin("Fatima Ayesha Zainab Nazia"),
    men: latin("Imran Salman Faisal Arif"),
    families: latin("Khan Ansari Shaikh Qureshi Siddiqui"),
    weight: 6,
  },
  {
    women: latin("Maria Teresa Anita"),
    men: latin("Joseph Anthony Savio"),
    families: latin("Fernandes D’Souza Pereira Thomas"),
    weight: 3,
  },
  {
    women: latin("Pema Lhamo"),
    men: latin("Tenzin Karma"),
    families: latin("Bhutia Lepcha Tamang"),
    weight: 1,
  },
];

export interface DemoName {
  name: string;
  /** The name in an e-mail address: "asha.sharma". */
  slug: string;
  gender: Gender;
  language: Language;
}

const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");

/**
 * Draws a name. One in five of the names with a Devanagari form uses it, with Hindi as language.
 */
export function makeName(random: Random): DemoName {
  const region = random.pickWeighted(REGIONS.map((one) => [one, one.weight] as const));
  const gender = random.pickWeighted([
    ["female", 44],
    ["male", 54],
    ["other", 2],
  ] as const);
  const isWoman = gender === "female" || (gender === "other" && random.percent(50));
  const given = random.pick(isWoman ? region.women : region.men);
  const family = random.pick(region.families);
  const inDevanagari =
    given[1] && family[1] && random.percent(20) ? `${given[1]} ${family[1]}` : null;
  return {
    name: inDevanagari ?? `${given[0]} ${family[0]}`,
    slug: `${slugOf(given[0])}.${slugOf(family[0])}`,
    gender,
    language: inDevanagari ? "hi" : "en",
  };
}

export const BANKS = [
  { bankName: "State Bank of India", ifscCode: "SBIN0000300", branch: "Mumbai Main" },
  { bankName: "HDFC Bank", ifscCode: "HDFC0000060", branch: "Fort, Mumbai" },
  { bankName: "ICICI Bank", ifscCode: "ICIC0000007", branch: "Nariman Point" },
] as const;
export const CITIES = ["Mumbai", "Pune", "Jaipur", "Kochi", "Indore"] as const;

/** First digits of the members' PIN codes. */
export const PIN_AREAS = ["4000", "1100", "5600", "6000", "7000", "3800", "3020", "4110"] as const;

import type { Language } from "./languages";

type Elsewhere = Partial<Record<Exclude<Language, "en">, string>>;

/** Titles of the browser's tab. The English ones are exact (product.md §2), and are the names here. */
export const TITLES = {
  Activity: { hi: "गतिविधि" },
  "A day of the bank": { hi: "बैंक का एक दिन" },
  "Amount received is different": { hi: "मिली राशि अलग है" },
  Announcements: { hi: "घोषणाएँ" },
  "Beneficiary Manage": { hi: "लाभार्थी" },
  "Brand Studio": { hi: "ब्रांड स्टूडियो" },
  "Buy Token": { hi: "टोकन खरीदें" },
  "Check an allocation": { hi: "आवंटन जाँचें" },
  Dashboard: { hi: "डैशबोर्ड" },
  "Day sums": { hi: "दिन के जोड़" },
  Holders: { hi: "टोकन धारक" },
  "Import a statement": { hi: "स्टेटमेंट आयात करें" },
  Login: { hi: "लॉग इन" },
  Machines: { hi: "मशीनें" },
  "Manage Beneficiary": { hi: "लाभार्थी प्रबंधन" },
  "Manage Company": { hi: "कंपनी प्रबंधन" },
  "Manage Purchase": { hi: "खरीद प्रबंधन" },
  "Manage User": { hi: "सदस्य प्रबंधन" },
  Notices: { hi: "सूचनाएँ" },
  Order: { hi: "ऑर्डर" },
  Outbox: { hi: "आउटबॉक्स" },
  "Pay a waiting order": { hi: "प्रतीक्षा वाला ऑर्डर चुकाएँ" },
  Payment: { hi: "भुगतान" },
  "Payment Transaction History": { hi: "भुगतान इतिहास" },
  Payments: { hi: "भुगतान" },
  "Payments in the bank": { hi: "बैंक में भुगतान" },
  "Privacy policy": { hi: "गोपनीयता नीति" },
  Profile: { hi: "प्रोफ़ाइल" },
  "Proof of the ledger": { hi: "लेजर का प्रमाण" },
  Ranking: { hi: "रैंकिंग" },
  "Record a payment": { hi: "भुगतान दर्ज करें" },
  Referral: { hi: "रेफ़रल" },
  Referrals: { hi: "रेफ़रल" },
  Register: { hi: "पंजीकरण" },
  "Reset Password": { hi: "नया पासवर्ड" },
  Security: { hi: "सुरक्षा" },
  "Set Password": { hi: "पासवर्ड बनाएँ" },
  Settings: { hi: "सेटिंग" },
  "Several payments": { hi: "कई भुगतान" },
  "Terms of sale": { hi: "बिक्री की शर्तें" },
  Transaction: { hi: "लेन-देन" },
  "Transaction Manage": { hi: "लेन-देन प्रबंधन" },
  "Unallocated payments": { hi: "बिना आवंटन वाले भुगतान" },
  "Waiting changes": { hi: "प्रतीक्षा में बदलाव" },
} as const satisfies Record<string, Elsewhere>;

export type Title = keyof typeof TITLES;

/** Returns the title in a language; one that has none reads the English one. */
export const titleIn = (title: Title, language: Language): string =>
  (TITLES[title] as Partial<Record<Language, string>>)[language] ?? title;

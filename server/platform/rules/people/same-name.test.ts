import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareNames } from "./same-name";

describe("two names of people", () => {
  test.each([
    ["Asha Devi Rao", "RAO ASHA DEVI"],
    ["Shri Rahul Sharma", "rahul  sharma"],
    ["श्रीमती आशा राव", "राव आशा"],
    ["R. K. Narayan", "R K NARAYAN"],
  ])("%s and %s are the same words", (one, other) => {
    expect(compareNames(one, other)).toBe("SAME");
  });

  test.each([
    // Initials, cut ends, fewer words, one word.
    ["Rahul Sharma", "R Sharma"],
    ["K. P. Subramaniam", "Kannan Palani Subramaniam"],
    ["Rahul Sharma", "RAHUL SH"],
    ["Asha Devi Rao", "Asha Rao"],
    ["Rahul Sharma", "RAHULSHARMA"],
    ["Asha Rao", "ASHA"],
    // Spellings in Latin letters.
    ["Mohammed Imran", "Mohd Imran"],
    ["Muhammad Imran", "Mohamad Imraan"],
    ["Lakshmi Iyer", "Laxmi Iyer"],
    ["Deepak Choudhary", "Dipak Chowdhury"],
    ["Rajendra Agarwal", "Rajinder Aggarwal"],
    ["Meena Murthy", "Mina Moorthi"],
    ["Ashok Srivastava", "Asok Shrivastav"],
    ["Pooja Pandey", "Puja Pande"],
    ["Yadav Vijay", "Yadaw Wijay"],
    ["Jitendra Verma", "Jeetender Varma"],
    // Both scripts.
    ["राहुल शर्मा", "Rahul Sharma"],
    ["आशा राव", "ASHA RAO"],
    ["लक्ष्मी अय्यर", "Laxmi Ayyar"],
    ["मोहम्मद इमरान", "Mohammed Imran"],
    ["विक्रम सिंह", "Vikram Singh"],
    ["अनिल चौधरी", "Anil Choudhary"],
    ["ज्योति अग्रवाल", "Jyoti Agarwal"],
    ["नरेंद्र कुमार", "Narender Kumar"],
    ["मुकेश अंबानी", "Mukesh Ambani"],
    ["फ़राह ज़ैदी", "Farah Zaidi"],
    ["दीपक श्रीवास्तव", "Deepak Srivastava"],
    ["पूजा पाण्डेय", "Pooja Pandey"],
    ["कृष्ण मूर्ति", "Krishna Murthy"],
  ])("%s and %s are alike", (one, other) => {
    expect(compareNames(one, other)).toBe("ALIKE");
    expect(compareNames(other, one)).toBe("ALIKE");
  });

  test.each([
    ["Rahul Sharma", "Anita Sharma"],
    ["Rahul Sharma", "Rahul Verma"],
    ["Ramesh Kumar", "Rakesh Kumar"],
    ["Meena Rao", "Mona Rao"],
    ["Rina Das", "Rani Das"],
    ["Asha Iyer", "Usha Iyer"],
    ["Kavita Nair", "Savita Nair"],
    ["Suresh Patel", "Naresh Patel"],
    ["Vikram Singh", "Vikram Sinha"],
    ["Rahul Mehta", "MEHTA AND SONS"],
    ["Rahul Sharma", "R S"],
    ["राहुल शर्मा", "Anita Sharma"],
    ["सुनीता देवी", "Sunil Devi"],
  ])("%s and %s are of two people", (one, other) => {
    expect(compareNames(one, other)).toBe("ANOTHER");
  });

  test("a text without letters contradicts no name", () => {
    expect(compareNames("Asha Rao", "12345")).toBe("ALIKE");
  });

  const word = fc.stringMatching(/^[A-Z][a-z]{2,8}$/);
  const name = fc.array(word, { minLength: 1, maxLength: 5 });

  test("order, case and titles change nothing, and it does not matter which name is first", () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        const [a, b] = [one.join(" "), other.join(" ")];
        expect(compareNames(a, one.toReversed().join(" "))).toBe("SAME");
        expect(compareNames(a, `Mr. ${a.toUpperCase()}`)).toBe("SAME");
        expect(compareNames(a, b)).toBe(compareNames(b, a));
      }),
    );
  });

  const signs = fc.string({ unit: fc.constantFrom(..."aAhyzé. -/1क्षीं़ऋ\u200d表😀"), maxLength: 60 });

  test("a name of any signs is compared at once", () => {
    fc.assert(
      fc.property(signs, signs, (one, other) => {
        expect(["SAME", "ALIKE", "ANOTHER"]).toContain(compareNames(one, other));
      }),
    );
    const long = "ab ".repeat(20_000);
    expect(compareNames(long, `${long}c`)).toBe("SAME");
  });
});

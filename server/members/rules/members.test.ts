import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ageOn,
  isBirthDate,
  isCalendarDate,
  isOfAge,
} from "@server/platform/rules/people/birth-date";
import {
  foldEmail,
  isEmail,
  isPincode,
  normaliseMobile,
  normalisePincode,
} from "@server/platform/rules/people/contact";
import {
  hasCheckDigit,
  isAadhaar,
  isKycNumber,
  isPan,
  isPersonPan,
  keptKycNumber,
  normaliseKycNumber,
} from "@server/platform/rules/people/kyc-number";
import { normaliseWalletAddress } from "@server/platform/rules/people/wallet-address";
import {
  maskAadhaar,
  maskAccountNumber,
  maskKycNumber,
  maskPan,
  shortHash,
  shortWallet,
} from "@server/platform/rules/people/masking";
import {
  assertPassword,
  commonPasswords,
  passwordFault,
} from "@server/platform/rules/people/password";
import { deviceName } from "./device-name";
import { signsOfKyc } from "./risk/risk";
import { changedIdentity } from "./changed-identity";
import {
  newRecoveryCode,
  readRecoveryCode,
  newTotpSecret,
  periodOfCode,
  totpCode,
  totpUri,
} from "./codes";

describe("age", () => {
  test("a member is of age on the 18th birthday, not the day before", () => {
    expect(isOfAge("2008-11-21", "2026-11-21")).toBe(true);
    expect(isOfAge("2008-11-22", "2026-11-21")).toBe(false);
  });

  test("a birthday on 29 February counts on 1 March", () => {
    expect(ageOn("2008-02-29", "2026-02-28")).toBe(17);
    expect(ageOn("2008-02-29", "2026-03-01")).toBe(18);
    expect(ageOn("2008-02-29", "2028-02-29")).toBe(20);
  });

  test("only real dates are accepted", () => {
    expect(isCalendarDate("2024-02-29")).toBe(true);
    for (const bad of [
      "2023-02-29",
      "2024-13-01",
      "2024-00-10",
      "24-01-01",
      "2024-1-1",
      "",
      "2024-01-01T",
    ]) {
      expect(isCalendarDate(bad), bad).toBe(false);
    }
  });

  test("a date of birth before 1900 or in the future is refused", () => {
    expect(isBirthDate("1899-12-31", "2026-11-21")).toBe(false);
    expect(isBirthDate("2026-11-22", "2026-11-21")).toBe(false);
    expect(isBirthDate("1990-05-05", "2026-11-21")).toBe(true);
  });
});

describe("a verified identity", () => {
  const stored = { name: "Asha", dateOfBirth: "1990-05-17", kycDocumentNumber: null };

  test("identity details that are absent or the stored ones do not change a verified identity", () => {
    expect(changedIdentity(stored, {})).toEqual([]);
    expect(changedIdentity(stored, { ...stored, name: undefined })).toEqual([]);
  });

  test("another, a first or a cleared detail changes a verified identity", () => {
    expect(changedIdentity(stored, { name: "asha" })).toEqual(["name"]);
    expect(changedIdentity(stored, { dateOfBirth: null, kycDocumentNumber: "ABCDE1234F" })).toEqual(
      ["dateOfBirth", "kycDocumentNumber"],
    );
  });
});

describe("mobile numbers", () => {
  test.each([
    "9876543210",
    "98765 43210",
    "98765-43210",
    "09876543210",
    "+91 98765 43210",
    "919876543210",
    "+91 (0)98765 43210",
    "0091 98765 43210",
    "\u202a+91 98765 43210\u202c",
  ])("%s is an Indian number", (text) => {
    expect(normaliseMobile(text)).toBe("+919876543210");
  });

  test.each(["091-9876543210", "091 98765 43210", "(091)9876543210", "0919876543210"])(
    "%s, with the prefix 091, is the Indian mobile number",
    (text) => {
      expect(normaliseMobile(text)).toBe("+919876543210");
    },
  );

  test.each([
    ["+1 (415) 555-2671", "+14155552671"],
    ["+971 50 123 4567", "+971501234567"],
    ["00442079460958", "+442079460958"],
  ])("%s is a number of another country", (text, expected) => {
    expect(normaliseMobile(text)).toBe(expected);
  });

  test.each([
    "",
    "12345",
    "5876543210",
    "+915876543210",
    "98765432101",
    "abc",
    "+",
    "+0123456789",
    "+09876543210",
    "98765x43210",
  ])("%s is not a mobile number", (text) => expect(normaliseMobile(text)).toBeNull());

  test("normalising a mobile number is idempotent", () => {
    const typed = fc.string({ unit: fc.constantFrom(..."+0123456789 -()."), maxLength: 18 });
    fc.assert(
      fc.property(typed, (text) => {
        const once = normaliseMobile(text);
        return once === null || (normaliseMobile(once) === once && /^\+[1-9]\d{7,14}$/.test(once));
      }),
    );
  });
});

describe("e-mail addresses", () => {
  test("e-mail addresses are compared without case and surrounding blanks", () => {
    expect(foldEmail("  Asha.Rao@Example.IN ")).toBe("asha.rao@example.in");
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        (text) => foldEmail(foldEmail(text)) === foldEmail(text),
      ),
    );
  });

  test("an e-mail address must have a valid form", () => {
    fc.assert(fc.property(fc.emailAddress(), (email) => isEmail(foldEmail(email))));
    for (const bad of [
      "",
      "a",
      "a@b",
      "@b.in",
      "a b@c.in",
      "a@b..in",
      ".a@b.in",
      "a@b.in\nbcc:x@y.in",
      "a@-b.in",
      "a@b.1",
      `${"a".repeat(65)}@b.in`,
    ]) {
      expect(isEmail(bad), bad).toBe(false);
    }
    expect(isEmail("admin@rsgn.localhost")).toBe(true);
  });
});

describe("passwords", () => {
  test.each([
    ["short77", "PASSWORD_TOO_SHORT"],
    ["x1".repeat(65), "PASSWORD_TOO_LONG"],
    ["Password@123", "PASSWORD_TOO_COMMON"],
    ["zzzzzzzzzz", "PASSWORD_TOO_COMMON"],
    ["ASHA.RAO@example.in", "PASSWORD_IS_CONTACT"],
    ["asha.rao", "PASSWORD_IS_CONTACT"],
    ["98765 43210", "PASSWORD_IS_CONTACT"],
    ["+919876543210", "PASSWORD_IS_CONTACT"],
    ["mango train 44", null],
    ["आम का मौसम है", null],
  ])("the password %s has the fault %s", (password, fault) => {
    expect(passwordFault(password, { email: "asha.rao@example.in", mobile: "+919876543210" })).toBe(
      fault,
    );
  });

  const company = { name: "Resting Coin Labs", tokenName: "Resting", tokenSymbol: "RSGN" };
  const asha = { name: "Asha Rao", email: "asha.rao@mailbox.example", company };
  test.each([
    ["Resting2024!", "PASSWORD_NAMES_SITE"],
    ["R3st1ng@123", "PASSWORD_NAMES_SITE"],
    ["restingcoinlabs", "PASSWORD_NAMES_SITE"],
    ["Asha@1990", "PASSWORD_NAMES_SITE"],
    ["asha123456", "PASSWORD_NAMES_SITE"],
    ["ash@r@o99999", "PASSWORD_NAMES_SITE"],
    ["RSGN-token-1", "PASSWORD_NAMES_SITE"],
    ["Prelaunch!7", "PASSWORD_NAMES_SITE"],
    ["Mailbox#77", "PASSWORD_NAMES_SITE"],
    // A name beside enough else, and the same text for another person
    ["asha takes the 7:40 train", null],
    ["asha84620175", null],
    ["Prelaunch-demo-1", null],
    ["vikram@1990", null],
  ])(
    "the password %s, of words known about the person or site, has the fault %s",
    (password, fault) => {
      expect(passwordFault(password, asha)).toBe(fault);
    },
  );

  test("a name in any script is found in a password", () => {
    expect(passwordFault("आशाराव2024", { name: "आशा राव" })).toBe("PASSWORD_NAMES_SITE");
    expect(passwordFault("आशाराव2024", { name: "विक्रम" })).toBeNull();
  });

  test(
    "more than 10,000 of the commonest passwords that satisfy the length rule are refused",
    { tags: ["full"] },
    () => {
      const all = [...commonPasswords()];
      expect(all.length).toBeGreaterThan(10_000);
      for (const password of all) {
        expect(password.toLowerCase()).toBe(password);
        expect([...password].length, password).toBeGreaterThanOrEqual(8);
      }
      for (const typed of ["jennifer", "Qwertyuiop", " 1QAZ2wsx ", "liverpool1", "JaiShreeRam"]) {
        expect(passwordFault(typed), typed).toBe("PASSWORD_TOO_COMMON");
      }
    },
  );

  test("a password's characters are counted as graphemes", () => {
    expect(passwordFault("🌱🌲🌳🌴🌵🌾🌿")).toBe("PASSWORD_TOO_SHORT");
    expect(passwordFault("🌱🌲🌳🌴🌵🌾🌿🍀")).toBeNull();
  });

  test("an invalid password is refused with its fault", () => {
    expect(() => assertPassword("12345678")).toThrow("PASSWORD_TOO_COMMON");
    expect(() => assertPassword("mango train 44")).not.toThrow();
  });
});

describe("wallet addresses", () => {
  // Test vectors of EIP-55.
  const examples = [
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
    "0xde709f2102306220921060314715629080e2fb77",
    "0x27b1fdb04752bbc536007a920d24acb045561c26",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
  ];

  test.each(examples)(
    "the wallet address %s is valid, in checksum case or in a single case",
    (address) => {
      expect(normaliseWalletAddress(` ${address} `)).toBe(address);
      expect(normaliseWalletAddress(address.toLowerCase())).toBe(address);
      expect(normaliseWalletAddress(address.toUpperCase())).toBe(address);
    },
  );

  test("a letter in the wrong case makes a wallet address a mistyped one", () => {
    expect(() => normaliseWalletAddress("0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")).toThrow(
      "WALLET_ADDRESS_CHECKSUM",
    );
  });

  test.each([
    "",
    "0x123",
    "52908400098527886E0F7030069857D2E4169EE7",
    `0x${"g".repeat(40)}`,
    `0x${"a".repeat(41)}`,
  ])("%s is not a wallet address", (text) =>
    expect(() => normaliseWalletAddress(text)).toThrow("WALLET_ADDRESS_INVALID"),
  );

  test("normalising a wallet address is idempotent", () => {
    const hex = fc.string({
      unit: fc.constantFrom(..."0123456789abcdef"),
      minLength: 40,
      maxLength: 40,
    });
    fc.assert(
      fc.property(hex, (digits) => {
        const once = normaliseWalletAddress(`0x${digits}`);
        return normaliseWalletAddress(once) === once && once.toLowerCase() === `0x${digits}`;
      }),
    );
  });
});

test("PIN codes have six digits and no leading zero", () => {
  expect(isPincode(normalisePincode("110 001"))).toBe(true);
  for (const bad of ["011000", "11000", "1100011", "11000a"])
    expect(isPincode(bad), bad).toBe(false);
});

test("document numbers are validated by form", () => {
  expect(normaliseKycNumber(" abcde 1234-f ")).toBe("ABCDE1234F");
  expect(isPan("ABCDE1234F")).toBe(true);
  expect(isPan("ABCD11234F")).toBe(false);
  expect(isAadhaar("234567890123")).toBe(true);
  expect(isAadhaar("134567890123")).toBe(false);
  expect(isKycNumber("M1234567")).toBe(true);
  expect(isKycNumber("12")).toBe(false);
  expect(isPersonPan("ABCPK1234F")).toBe(true);
  for (const other of ["ABCCK1234F", "ABCPK1234", "ABCPK12345", "abcpk1234f"]) {
    expect(isPersonPan(other), other).toBe(false);
  }
});

describe("an Aadhaar number typed as a document's number", () => {
  test("its check digit decides; other 12 digits have none", () => {
    expect(isKycNumber("999941057058")).toBe(true);
    expect(isKycNumber("999941057059")).toBe(false);
    expect(isKycNumber("199941057059")).toBe(true);
  });

  test("the check digit finds each wrong digit and each swap of neighbours", () => {
    const digits = fc.stringMatching(/^[2-9]\d{10}$/);
    fc.assert(
      fc.property(digits, fc.nat(10), fc.integer({ min: 1, max: 9 }), (first, at, by) => {
        const all = Array.from({ length: 10 }, (_, last) => `${first}${last}`);
        const valid = all.filter(hasCheckDigit);
        expect(valid).toHaveLength(1);
        const [number = ""] = valid;
        const wrong = (Number(number[at]) + by) % 10;
        expect(hasCheckDigit(number.slice(0, at) + wrong + number.slice(at + 1))).toBe(false);
        const swapped =
          number.slice(0, at) + number.charAt(at + 1) + number.charAt(at) + number.slice(at + 2);
        if (swapped !== number) expect(hasCheckDigit(swapped)).toBe(false);
      }),
    );
  });

  test("its last four digits are kept, of every other number all", () => {
    expect(keptKycNumber("999941057058")).toBe("XXXXXXXX7058");
    expect(keptKycNumber(keptKycNumber("999941057058"))).toBe("XXXXXXXX7058");
    expect(keptKycNumber("ABCPK1234F")).toBe("ABCPK1234F");
    expect(signsOfKyc("XXXXXXXX7058")).toEqual([]);
  });
});

describe("masks", () => {
  test("masks show enough to recognise a number", () => {
    expect(maskKycNumber("ABCDE1234F")).toBe("XXXXXX234F");
    expect(maskPan("ABCDE1234F")).toBe("XXXXXX234F");
    expect(maskAadhaar("1234")).toBe("XXXX XXXX 1234");
    expect(maskAccountNumber("123456789012")).toBe("XXXXXXXX9012");
    expect(shortWallet("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")).toBe("0x5aAe…eAed");
    expect(shortWallet(null)).toBeNull();
    expect(shortHash("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")).toBe(
      "9f86d0…0a08",
    );
  });

  test("masks never show more than four characters of a number, or all of a short one", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: 20 }),
        (digits) => {
          const open = maskAccountNumber(digits).replaceAll("X", "");
          return open.length <= 4 && (digits.length > 4 || open === "");
        },
      ),
    );
  });
});

test.each([
  [
    "Mozilla/5.0 (Linux; Android 14; M2101) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36",
    "Chrome, Android",
  ],
  [
    "Mozilla/5.0 (Linux; Android 13; SM-A146B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36",
    "Samsung Internet, Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Safari, iOS",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0",
    "Edge, Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox, Linux"],
  ["curl/8.9.1", null],
  ["", null],
  [null, null],
])("the browser %s is shown as %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

const instants = fc.date({
  min: new Date("2020-01-01"),
  max: new Date("2100-01-01"),
  noInvalidDate: true,
});
const secondsAfter = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

/** RFC 6238, appendix B, truncated to six digits: the secret is "12345678901234567890". */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at second %d the RFC's secret yields the code %s", (second, code) => {
  const at = new Date(second * 1000);
  expect(totpCode(RFC_SECRET, at)).toBe(code);
  expect(periodOfCode(code, { secret: RFC_SECRET, at })).toBe(Math.floor(second / 30));
});

test("an authenticator's code is matched to its own period within the drift, and never later", () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: -30, max: 30 }), (at, late) => {
      const secret = newTotpSecret();
      const own = Math.floor(at.getTime() / 30_000);
      const code = totpCode(secret, at);
      const found = periodOfCode(code, { secret, at: secondsAfter(at, late) });
      // Two adjacent periods have the same code with a probability of one in a million.
      expect(Math.abs((found ?? Number.NaN) - own)).toBeLessThanOrEqual(2);
      const over = periodOfCode(code, { secret, at: secondsAfter(at, 300) });
      expect(over === null || over > own).toBe(true);
    }),
  );
});

test("anything but six digits is not an authenticator's code", () => {
  const secret = newTotpSecret();
  fc.assert(
    fc.property(fc.string(), instants, (typed, at) => {
      fc.pre(!/^\d{6}$/.test(typed));
      expect(periodOfCode(typed, { secret, at })).toBeNull();
    }),
  );
});

test("an authenticator's URI has the standard parameters for any issuer and account", () => {
  const uri = new URL(
    totpUri({ secret: RFC_SECRET, issuer: "Resurgence: Labs & Co", account: "a+b@c.example" }),
  );
  expect(uri.protocol).toBe("otpauth:");
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: "Resurgence: Labs & Co",
    secret: RFC_SECRET,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
});

test("a recovery code is normalised however it was copied, and other text is rejected", () => {
  const code = newRecoveryCode();
  expect(code).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/);
  const bare = code.replace("-", "");
  for (const typed of [code, bare, ` ${code.toLowerCase()} `, [...bare].join(" ")]) {
    expect(readRecoveryCode(typed)).toBe(bare);
  }
  for (const typed of ["", "123456", "ABCDE-FGHI1", `${code}A`]) {
    expect(readRecoveryCode(typed)).toBeNull();
  }
});

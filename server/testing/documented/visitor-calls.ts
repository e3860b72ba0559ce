import { totpCode } from "@server/members/rules/codes";
import { type DocumentedCall, NEW_PASSWORD, PASSWORD, company, keep, of } from "./documented-call";
import { accounts, people, platform } from "./admin-calls";
import { buying, herself } from "./member-calls";

const HERSELF = { name: "Asha Rao", mobile: "+919876543210" };
/** Calls of registration, login and a forgotten password. */
const visitors: DocumentedCall[] = [
  { call: "GET /site/config", as: "nobody" },
  {
    call: "POST /user/auth/register/otp",
    as: "nobody",
    needs: (known) => ({ ...company(known), ...HERSELF, email: "asha@people.example" }),
  },
  {
    call: "POST /user/auth/register/otp",
    as: "nobody",
    needs: (known) => ({ ...company(known), ...HERSELF, user: "ravi@people.example" }),
  },
  {
    call: "POST /user/auth/register",
    as: "nobody",
    code: { to: () => "asha@people.example", mail: "registrationCode" },
    needs: (known) => ({
      ...company(known),
      ...HERSELF,
      email: "asha@people.example",
      otp: of(known, "otp"),
      dateOfBirth: "1990-01-31",
      password: PASSWORD,
    }),
    takes: (known) => ({
      referralCode: of(known, "referralCode"),
      pincode: "400001",
      gender: "female",
    }),
  },
  {
    call: "POST /user/auth/register",
    as: "nobody",
    code: { to: () => "ravi@people.example", mail: "registrationCode" },
    needs: (known) => ({
      ...company(known),
      name: "Ravi",
      mobile: "9876543211",
      email: "ravi@people.example",
      otp: of(known, "otp"),
      dateOfBirth: "1991-12-01",
      password: PASSWORD,
    }),
  },
  {
    call: "POST /user/auth/login",
    as: "nobody",
    needs: (known) => ({ ...company(known), user: "asha@people.example", password: PASSWORD }),
    learn: keep("token", "member"),
  },
  {
    call: "POST /user/auth/forgot-password/otp",
    as: "nobody",
    needs: (known) => ({ ...company(known), user: "ravi@people.example" }),
  },
  {
    call: "POST /user/auth/forgot-password",
    as: "nobody",
    code: { to: () => "ravi@people.example", mail: "resetCode" },
    needs: (known) => ({
      ...company(known),
      user: "ravi@people.example",
      otp: of(known, "otp"),
      password: NEW_PASSWORD,
    }),
  },
  {
    call: "POST /company/auth/forgot-password/otp",
    as: "nobody",
    needs: (known) => ({ user: of(known, "adminEmail") }),
    takes: company,
  },
  {
    call: "POST /company/auth/forgot-password",
    as: "nobody",
    code: { to: (known) => of(known, "adminEmail"), mail: "resetCode" },
    needs: (known) => ({
      user: of(known, "adminEmail"),
      otp: of(known, "otp"),
      password: NEW_PASSWORD,
    }),
    takes: company,
  },
  {
    call: "POST /company/auth/login",
    as: "nobody",
    needs: (known) => ({ email: of(known, "adminEmail"), password: NEW_PASSWORD }),
    learn: keep("token", "admin"),
  },
  {
    call: "GET /superadmin/auth/login/email/otp",
    as: "nobody",
    needs: (known) => ({ email: of(known, "superAdminEmail") }),
  },
  {
    call: "POST /superadmin/auth/login/verify",
    as: "nobody",
    code: { to: (known) => of(known, "superAdminEmail"), mail: "superAdminCode" },
    needs: (known) => ({ email: of(known, "superAdminEmail"), otp: of(known, "otp") }),
    takes: (known) => ({ code: totpCode(of(known, "superAdminSecret"), new Date()) }),
    learn: keep("token", "super admin"),
  },
];

/** Lists every row of the list, in the order of a client's calls. */
export const DOCUMENTED_CALLS: readonly DocumentedCall[] = [
  ...visitors,
  ...accounts,
  ...buying,
  ...people,
  ...platform,
  ...herself,
];

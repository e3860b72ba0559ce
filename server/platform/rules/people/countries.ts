import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/mobile";

/** Two letters, ISO 3166-1: "IN". */
export type Country = CountryCode;

/** Text messages go to Indian mobiles where a company names no countries. */
const DEFAULT_COUNTRIES: readonly string[] = ["IN"];

/** True if a country has these two letters, in upper case. */
export const isCountry = (code: string): code is Country => isSupportedCountry(code);

/** Reads the countries of a list as typed, in upper case: "in; AE" → ["IN", "AE"]. */
export const countriesIn = (list: string): string[] => list.toUpperCase().match(/[^\s,;]+/g) ?? [];

/**
 * Returns the countries to whose mobiles a company sends text messages; its own list, else India.
 */
export const smsCountriesOf = (settings: {
  readonly smsCountries?: readonly string[];
}): readonly string[] => settings.smsCountries ?? DEFAULT_COUNTRIES;

/**
 * True if a company's text messages reach a mobile, in E.164: a valid mobile number of one of its
 * countries. Calling codes are not enough, since countries share them.
 */
export function smsReaches(
  settings: { readonly smsCountries?: readonly string[] },
  mobile: string,
): boolean {
  const number = parsePhoneNumberFromString(mobile);
  if (!number?.country || !number.isValid()) return false;
  return smsCountriesOf(settings).includes(number.country);
}

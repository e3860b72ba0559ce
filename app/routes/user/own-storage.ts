import { paths } from "~/lib/paths";

/**
 * Data that this tab stores, such as a draft of a proof, belongs to one member and is deleted at
 * logout.
 */
export function keepOwnOnly(code: string): void {
  try {
    if (sessionStorage.getItem("member") !== code) sessionStorage.clear();
    sessionStorage.setItem("member", code);
  } catch {
    // A browser without storage has stored nothing.
  }
  // Adding the same function again changes nothing.
  addEventListener("submit", clearAtLogout);
}

function clearAtLogout({ target }: Event): void {
  if ((target as Element).getAttribute("action") === paths.user.logout) sessionStorage.clear();
}

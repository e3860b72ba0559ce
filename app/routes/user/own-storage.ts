import { paths } from "~/lib/paths";

/** What this tab keeps, a proof's draft for example, is one member's, until the logout. */
export function keepOwnOnly(code: string): void {
  try {
    if (sessionStorage.getItem("member") !== code) sessionStorage.clear();
    sessionStorage.setItem("member", code);
  } catch {
    // A browser that refuses the storage has kept nothing.
  }
  // Adding the same function again changes nothing.
  addEventListener("submit", clearAtLogout);
}

function clearAtLogout({ target }: Event): void {
  if ((target as Element).getAttribute("action") === paths.user.logout) sessionStorage.clear();
}

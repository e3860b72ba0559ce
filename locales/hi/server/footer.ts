import type { Words } from "../../en/common";
import type { footer as englishFooter } from "../../en/server/footer";

export const footer: Words<typeof englishFooter> = {
  label: "संपर्क",
  whatsApp: "WhatsApp",
  privacy: "गोपनीयता नीति",
  terms: "बिक्री की शर्तें",
};

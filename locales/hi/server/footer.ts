import type { Words } from "../../en/common";
import type { footer as english } from "../../en/server/footer";

export const footer: Words<typeof english> = {
  label: "संपर्क",
  whatsApp: "WhatsApp",
  privacy: "गोपनीयता नीति",
  terms: "बिक्री की शर्तें",
};

/** The foot of the investors' pages. */
export const footer = {
  label: "Contact",
  whatsApp: "WhatsApp",
  privacy: "Privacy policy",
  terms: "Terms of sale",
};

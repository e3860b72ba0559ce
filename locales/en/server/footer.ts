/** The foot of the investors' pages, made on the server. */
export const footer = {
  label: "Contact",
  whatsApp: "WhatsApp",
  privacy: "Privacy policy",
  terms: "Terms of sale",
};

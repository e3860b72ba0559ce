/** Returns how people reach a company: its support, else the company itself. */
export const contactOf = ({
  email,
  mobile,
  settings: { supportEmail = email, supportMobile = mobile },
}: {
  email: string;
  mobile: string;
  settings: { supportEmail?: string | undefined; supportMobile?: string | undefined };
}) => ({ email: supportEmail, mobile: supportMobile });

/** The lines of an address, without the comma at their ends. */
const linesOf = (address = ""): string[] =>
  address.split("\n").flatMap((line) => line.trim().replace(/,$/, "") || []);

/** Returns the seller in one line: the legal name, or else the name, and the address where there is one. */
export const sellerLine = ({
  name,
  legalName = name,
  legalAddress,
}: {
  name: string;
  legalName?: string | undefined;
  legalAddress?: string | undefined;
}) => [legalName, ...linesOf(legalAddress)].join(", ");

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

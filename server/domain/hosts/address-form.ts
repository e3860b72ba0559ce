/** Four numbers with dots; whether each is below 256 the caller's resolver has seen to. */
export const isIPv4 = (text: string): boolean => /^\d{1,3}(\.\d{1,3}){3}$/.test(text);

export const isIPv6 = (text: string): boolean => text.includes(":");

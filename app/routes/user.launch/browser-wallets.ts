import { useEffect, useState } from "react";

/** A wallet that this browser has, as it announces itself (EIP-6963). */
export interface BrowserWallet {
  info: { uuid: string; name: string };
  provider: { request(call: { method: string; params?: unknown[] }): Promise<unknown> };
}

/** Lists the wallets of this browser; none on the server, and none without scripts. */
export function useBrowserWallets(): readonly BrowserWallet[] {
  const [found, setFound] = useState<readonly BrowserWallet[]>([]);
  useEffect(() => {
    const add = (event: Event) => {
      const wallet = (event as CustomEvent<BrowserWallet>).detail;
      setFound((known) =>
        known.some(({ info }) => info.uuid === wallet.info.uuid) ? known : [...known, wallet],
      );
    };
    window.addEventListener("eip6963:announceProvider", add);
    window.dispatchEvent(new Event("eip6963:requestProvider"));
    return () => window.removeEventListener("eip6963:announceProvider", add);
  }, []);
  return found;
}

/** Asks a wallet for the address that its owner chooses; null if they choose none. */
export async function chosenAddress({ provider }: BrowserWallet): Promise<string | null> {
  const accounts = await provider.request({ method: "eth_requestAccounts" });
  const [first] = Array.isArray(accounts) ? (accounts as unknown[]) : [];
  return typeof first === "string" ? first : null;
}

/** Asks a wallet to sign a text by the key of an address. Fails if its owner declines. */
export async function signedText(
  { provider }: BrowserWallet,
  address: string,
  text: string,
): Promise<string> {
  const bytes = [...new TextEncoder().encode(text)];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return String(await provider.request({ method: "personal_sign", params: [`0x${hex}`, address] }));
}

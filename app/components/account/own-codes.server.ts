import type { Caller } from "@server/http/router";

/** The code by which a person without a password proves themself; without one, a passkey or a login. */
export type OwnCodes = "APP" | "RECOVERY" | "PASSKEY" | "NONE";

export async function ownCodes(api: Caller): Promise<OwnCodes> {
  const { isOn, recoveryCodesLeft } = await api.secondStep.mine();
  if (isOn) return "APP";
  if (recoveryCodesLeft > 0) return "RECOVERY";
  return (await api.passkeys.mine()).length > 0 ? "PASSKEY" : "NONE";
}

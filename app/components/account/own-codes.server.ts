import type { Caller } from "@server/http/router";

/** Codes by which a person without a password proves themself: of the app, of recovery alone, or none. */
export type OwnCodes = "APP" | "RECOVERY" | "NONE";

export async function ownCodes(api: Caller): Promise<OwnCodes> {
  const { isOn, recoveryCodesLeft } = await api.secondStep.mine();
  if (isOn) return "APP";
  return recoveryCodesLeft > 0 ? "RECOVERY" : "NONE";
}

import { privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { launchHarness } from "@server/testing/launch-harness";
import { sendForm } from "@server/testing/page-action";
import { action } from "./route";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(launchHarness);

const key = privateKeyToAccount(`0x${"11".repeat(32)}`);
const other = privateKeyToAccount(`0x${"22".repeat(32)}`);

test("each form of My tokens leads back to it, or is refused beside its field and changes nothing", async () => {
  const company = await harness.launched();
  const api = await company.as(await company.member());
  const send = (intent: string, fields: Record<string, string>) =>
    sendForm(action, api, { intent, ...fields });
  const currentPassword = "a password";

  for (const [field, typed] of [
    ["walletAddress", "0x12"],
    ["walletAddress", "0x52908400098527886E0F7030069857D2E4169Ee7"],
    ["currentPassword", ""],
  ] as const) {
    const asked = { walletAddress: key.address, currentPassword, [field]: typed };
    expect(await send("ask", asked)).toMatchObject({ status: 400, refused: [field] });
  }
  expect((await api.launch.mine()).asked).toBeNull();
  const ask = { walletAddress: key.address, currentPassword };
  expect(await send("ask", ask)).toMatchObject({ to: "/user/launch#wallet" });
  const { id = "", message = "" } = (await api.launch.mine()).asked ?? {};

  const signature = await key.signMessage({ message });
  for (const wrong of ["", "0x12", await other.signMessage({ message })]) {
    const answer = await send("prove", { id, signature: wrong });
    expect(answer).toMatchObject({ status: 400, refused: ["signature"] });
  }
  expect(await api.launch.mine()).toMatchObject({ wallet: null, waiting: null });
  expect(await send("prove", { id, signature })).toMatchObject({ to: "/user/launch" });
  expect(await send("prove", { id, signature })).toMatchObject({ refused: [""] });
  expect(await api.launch.mine()).toMatchObject({ waiting: { address: key.address } });

  // One that waits is not in force, and cannot be lost; it is stopped once.
  expect(await send("lose", { id, currentPassword })).toMatchObject({ refused: [""] });
  expect(await send("stop", { id })).toMatchObject({ to: "/user/launch" });
  expect(await send("stop", { id })).toMatchObject({ refused: [""] });
  expect(await api.launch.mine()).toMatchObject({ wallet: null, waiting: null, lost: null });
});

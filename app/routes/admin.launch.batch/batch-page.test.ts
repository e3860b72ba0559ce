import { expect, test } from "vitest";
import { launchHarness } from "@server/testing/launch-harness";
import { sendForm } from "@server/testing/page-action";
import { action } from "./route";
import { action as prepare } from "../admin.launch/route";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(launchHarness);

const HASH = `0x${"5c".repeat(32)}`;
const CONTRACT = {
  intent: "publish",
  network: "Polygon",
  chainId: "137",
  contract: `0x${"52".repeat(20)}`,
  claimCall: "UINT256",
  explorer: "https://polygonscan.com",
  claimUntil: "2035-01-01",
};

// It takes two seconds, since it goes through each state of a batch.
test("each form of a batch leads on, or is refused beside its field and changes nothing", async () => {
  const company = await harness.launched();
  const api = company.first;
  const member = await company.member();
  const address = await company.prove(member);
  await company.buy(member);
  await harness.seal();
  const send = (fields: Record<string, string>, file?: string) =>
    sendForm(action, api, fields, { params: { number: "1" }, ...(file !== undefined && { file }) });
  const state = async () => (await api.batches.find({ number: 1 })).state;

  expect(await sendForm(prepare, api, { day: "2026-02-30" })).toMatchObject({
    status: 400,
    refused: ["day"],
  });
  expect((await api.batches.list()).records).toEqual([]);
  expect(await sendForm(prepare, api, { day: company.today })).toMatchObject({
    to: "/admin/launch/1",
  });
  expect(await send({ intent: "prepare", day: "soon" })).toMatchObject({ refused: ["day"] });
  expect(await send({ intent: "melt" })).toMatchObject({ status: 404 });
  expect(await send({ intent: "freeze" })).toMatchObject({ to: "/admin/changes" });
  expect(await state()).toBe("PREPARED");
  const [change] = await company.second.changes.list();
  await company.second.changes.confirm({ id: change?.id ?? "" });
  await harness.sealBatches();

  for (const [field, typed] of [
    ["explorer", "http://polygonscan.com"],
    ["chainId", "0"],
    ["contract", "0x12"],
    ["claimCall", "INT"],
  ] as const) {
    const answer = await send({ ...CONTRACT, [field]: typed });
    expect(answer).toMatchObject({ status: 400, refused: [field] });
  }
  expect(await send({ intent: "fund", hash: HASH })).toMatchObject({ refused: ["isFunded"] });
  expect(await state()).toBe("FROZEN");
  expect(await send(CONTRACT)).toMatchObject({ to: "/admin/changes" });
  const [contract] = await company.second.changes.list();
  await company.second.changes.confirm({ id: contract?.id ?? "" });
  const early = { intent: "fund", hash: HASH, isFunded: "on" };
  expect(await send(early)).toMatchObject({ status: 409, refused: [""] });
  expect(await state()).toBe("PUBLISHED");

  const { network, explorer } = CONTRACT;
  expect(await send({ intent: "send", network, explorer })).toMatchObject({
    to: "/admin/launch/1",
  });
  expect(await send({ intent: "transfers", text: " " })).toMatchObject({ refused: ["text"] });
  for (const file of ["", " ", "x".repeat(500_001)]) {
    const answer = await send({ intent: "transfers-file" }, file);
    expect(answer).toMatchObject({ status: 400, refused: ["text"] });
  }
  expect(await state()).toBe("FROZEN");
  expect(await send({ intent: "transfers", text: `${address},99,${HASH}` })).toMatchObject({
    data: { added: { added: 0, refused: 1, faults: [{ line: 1, fault: "AMOUNT" }] } },
  });
  expect(await send({ intent: "transfers-file" }, `${address};100;${HASH}\r\n`)).toMatchObject({
    data: { added: { added: 1, refused: 0 } },
  });
  expect(await state()).toBe("DELIVERED");
});

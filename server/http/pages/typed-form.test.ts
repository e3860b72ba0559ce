import { expect, test } from "vitest";
import { readTypedForm } from "./typed-form";

const ask = (body: BodyInit, type?: string) =>
  readTypedForm(
    new Request("http://sale.example/user/payment", {
      method: "POST",
      body,
      ...(type && { headers: { "content-type": type } }),
    }),
  );

const read = async (...asked: Parameters<typeof ask>) => [...((await ask(...asked)) ?? [])];

test("the texts of a form are read, in their order and letters", async () => {
  const typed = [
    ["amount", "5000"],
    ["note", "नमस्ते & a=b"],
  ];
  expect(await read(new URLSearchParams(typed))).toEqual(typed);
  const form = new FormData();
  for (const [name = "", value = ""] of typed) form.append(name, value);
  expect(await read(form)).toEqual(typed);
});

test("a file is not kept, and its length changes nothing", async () => {
  for (const bytes of [10, 70_000, 900_000]) {
    const form = new FormData();
    form.append("referenceNumber", "412345678901");
    form.append("paidAmount", "71.40");
    form.append("medias", new File([new Uint8Array(bytes)], "slip.png"));
    const typed = await read(form);
    expect(typed, String(bytes)).toEqual([
      ["referenceNumber", "412345678901"],
      ["paidAmount", "71.40"],
    ]);
  }
});

test("no more than the texts of a form is read of a long body", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        sent += 16 * 1024;
        controller.enqueue(new Uint8Array(16 * 1024).fill(97));
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request("http://sale.example/user/buy-token", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: endless,
    duplex: "half",
  });
  expect(await readTypedForm(request)).toBeNull();
  expect(sent).toBeLessThanOrEqual(128 * 1024);
});

test("a body that is broken or no form has no texts", async () => {
  expect(await ask("--x\r\nbroken", "multipart/form-data; boundary=x")).toBeNull();
  expect(await ask("{}", "application/json")).toBeNull();
  expect(await readTypedForm(new Request("http://sale.example/user/payment"))).toBeNull();
});

import { renameSync, rmSync, writeFileSync } from "node:fs";
import { hugePng } from "@server/testing/sample-files";
import { newId } from "@db/ids";
import { type Answer, sendUntilFinal, read, Tally } from "@tools/faults/harness/client";
import { wrongSums } from "@tools/faults/harness/checks";
import type { Row } from "@tools/faults/report";
import type { Run } from "@tools/faults/scenario";

const FILES = 20;

/** Removes the folder of uploads, then puts a file in its place. */
export async function storageAway({ seed, site }: Run): Promise<Row[]> {
  const place = await site();
  const { origin, stop } = await place.instance();
  const company = await place.harness.company({ maxPendingOrders: 1000, privateTokens: 100_000 });
  const token = await place.token(await company.member());
  const tally = new Tally();
  const upload = async (n: number): Promise<Answer> => {
    const form = new FormData();
    form.append("medias", new File([new Uint8Array(hugePng(n + 1, 7))], `slip${n}.png`));
    const answer = await read(
      await fetch(`${origin}/api/v1/superadmin/media/add`, {
        method: "POST",
        headers: { authorization: token },
        body: form,
      }),
    );
    tally.times += 1;
    tally.note(answer);
    return answer;
  };
  const open = async (id: string): Promise<number> => {
    const answer = await fetch(`${origin}/api/v1/media/${id}`, {
      headers: { authorization: token },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const stored: string[] = [];
  const storeSome = async (from: number) => {
    for (let n = from; n < from + FILES; n += 1) {
      const answer = await upload(n);
      const [file] = Object.values(answer.data) as { id: string }[];
      if (answer.status === 200 && file) stored.push(file.id);
    }
  };
  await storeSome(0);
  const known = stored.length;

  renameSync(place.uploads, `${place.uploads}.away`);
  const whileGone = new Set(await Promise.all(stored.map(open)));
  writeFileSync(place.uploads, "");
  const whileReplaced = new Set(await Promise.all(stored.map(open)));
  await storeSome(FILES);
  const isRefused = stored.length === known;
  // A call that needs no file succeeds.
  await sendUntilFinal(
    () => origin,
    { path: "/user/package/order", token, body: { amount: 100 }, key: newId() },
    tally,
  );
  rmSync(place.uploads);
  renameSync(`${place.uploads}.away`, place.uploads);
  await storeSome(FILES);
  const opened = await Promise.all(stored.map(open));
  const lost = opened.filter((status) => status !== 200).length;
  const wrong = await wrongSums(place.database, company.id);
  await stop();
  const statuses = [...new Set([...whileGone, ...whileReplaced])];
  return [
    {
      scenario: "the storage is away",
      done: `uploads before, without their folder, with a file in its place, and afterwards; every file is opened`,
      ...tally.counts,
      lost,
      doubled: new Set(stored).size === FILES * 2 ? 0 : 1,
      wrongSums: wrong.length,
      goal: "503 only, no file lost, buying goes on",
      isMet:
        lost + wrong.length === 0 &&
        isRefused &&
        stored.length === FILES * 2 &&
        statuses.every((status) => status === 503) &&
        Object.keys(tally.refusals).every((name) => name === "503 STORAGE_AWAY"),
      note: `seed ${seed}; refused: ${tally.said}; files opened meanwhile: ${statuses.join(", ")}`,
    },
  ];
}

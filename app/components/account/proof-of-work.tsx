import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { useEffect, useRef } from "react";
import type { WorkChallenge } from "@server/contracts/registration";

/** Gives up after so long, on a slow phone: the code is then mailed later. */
const PATIENCE_MS = 15_000;

/**
 * A hidden field with a proof of work, for companies that ask for one before they mail a code at once
 * (decision 44). It is computed while the form is filled in, and a form that is sent before waits for it.
 * Without scripts it stays empty. Loaded where it is asked for only: it brings a library.
 */
export default function ProofOfWork() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const input = field.current;
    const form = input?.form;
    if (!form) return;
    const over = new AbortController();
    let isDone = false;
    const proving = prove(over)
      .then((proof) => {
        input.value = proof;
      })
      // Without a connection, or over plain HTTP, where browsers have no cryptography.
      .catch(() => undefined)
      .finally(() => {
        isDone = true;
      });
    const wait = (event: SubmitEvent) => {
      if (isDone) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const { submitter } = event;
      void proving.then(() => {
        if (form.isConnected) form.requestSubmit(submitter);
      });
    };
    form.addEventListener("submit", wait, { capture: true, signal: over.signal });
    return () => over.abort();
  }, []);
  return <input type="hidden" name="proofOfWork" ref={field} />;
}

/** Empty if the company needs none after all, or this browser cannot compute it in time. */
async function prove(over: AbortController): Promise<string> {
  const answered = await fetch("/api/v1/site/challenge", { signal: over.signal });
  const { data } = (await answered.json()) as { data: WorkChallenge | null };
  const challenge = data?.challenge;
  if (!challenge) return "";
  const limits = { controller: over, timeout: PATIENCE_MS };
  const solution = await solveChallenge({ challenge, deriveKey, ...limits });
  return solution ? btoa(JSON.stringify({ challenge, solution })) : "";
}

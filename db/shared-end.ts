import type { Lease } from "./lease";

/** How a transaction ends for one who runs in it; see `commitWith` in `client.ts`. */
export interface TransactionEnd {
  /** Callers that have joined the transaction and still run. */
  joined: number;
  commitWith<T>(send: () => Promise<T>): Promise<T>;
}

interface Last {
  send: () => Promise<void>;
  reject: (error: unknown) => void;
}

/**
 * The end of a transaction that several runs share: the last statements of all are sent in one turn, with
 * COMMIT, once each run has come to them or is over.
 */
export function sharedEnd(lease: Lease, runs: number) {
  let awaited = runs;
  let last: Last[] = [];
  let isAbandoned = false;

  const arrive = () => {
    awaited -= 1;
    if (awaited > 0 || last.length === 0) return;
    const sent = last;
    last = [];
    void lease.commitWith(() => Promise.all(sent.map(({ send }) => send())));
  };

  return {
    /** The end as one run sees it, and what is called when that run is over. */
    ofRun(): { end: TransactionEnd; leave: () => void } {
      let isAwaited = true;
      const leave = () => {
        if (isAwaited) arrive();
        isAwaited = false;
      };
      const end: TransactionEnd = {
        joined: 0,
        commitWith: (send) => {
          if (end.joined > 0 || !isAwaited || isAbandoned) return send();
          return new Promise((resolve, reject) => {
            last.push({ send: () => send().then(resolve, reject), reject });
            leave();
          });
        },
      };
      return { end, leave };
    },
    /** Rejects what waits for the others; what comes later meets the end of the transaction. */
    abandon(error: unknown) {
      isAbandoned = true;
      for (const { reject } of last.splice(0)) reject(error);
    },
  };
}

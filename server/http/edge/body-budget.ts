/** The network that a body comes from and, once the session is known, the person. */
export interface BodySender {
  network: string;
  personId: string | null;
}

/** The bytes of one body in this process. */
export interface HeldBody {
  /** Takes the budget for more of the body; false if there is none left. */
  take(bytes: number): boolean;
  /** Gives everything back, once the request is answered. */
  release(): void;
}

export interface BodyBudget {
  hold(sender: BodySender): HeldBody;
  figures(): BodyFigures;
}

export interface BodyFigures {
  heldBytes: number;
  /** The most that it holds. */
  mostBytes: number;
  /** Bodies for which there was no room, since the start. */
  refused: number;
}

/**
 * Bytes of each body that are not counted, so that logins and forms work while the budget is used
 * up.
 */
export const FREE_BYTES = 16 * 1024;

/**
 * The bytes of bodies that a process holds at the same time. One network holds at most a third, and
 * one person a quarter, so that nobody uses up everything. Bodies without a known person share a
 * third, of which one network holds a third: strangers do not delay the uploads of members.
 *
 * @param largestBytes the largest body, for which there is room in every share
 */
export function createBodyBudget(bytes: number, largestBytes: number): BodyBudget {
  const held = new Map<string, number>();
  let refused = 0;
  const share = (part: number) => Math.max(largestBytes, Math.floor(bytes / part));

  return {
    figures: () => ({ heldBytes: held.get("all") ?? 0, mostBytes: bytes, refused }),
    hold({ network, personId }) {
      const limits: [key: string, bytes: number][] =
        personId === null
          ? [
              ["strangers", share(3)],
              [`strangers ${network}`, Math.floor(share(3) / 3)],
            ]
          : [
              [`network ${network}`, share(3)],
              [`person ${personId}`, share(4)],
            ];
      limits.push(["all", bytes]);
      let seen = 0;
      let taken = 0;
      let isReleased = false;

      const change = (more: number) => {
        for (const [key] of limits) {
          const now = (held.get(key) ?? 0) + more;
          if (now > 0) held.set(key, now);
          else held.delete(key);
        }
        taken += more;
      };

      return {
        take(more) {
          if (isReleased) return false;
          seen += more;
          const counted = Math.max(0, seen - FREE_BYTES) - taken;
          if (counted <= 0) return true;
          if (limits.some(([key, most]) => (held.get(key) ?? 0) + counted > most)) {
            refused += 1;
            return false;
          }
          change(counted);
          return true;
        },
        release() {
          if (isReleased) return;
          isReleased = true;
          change(-taken);
        },
      };
    },
  };
}

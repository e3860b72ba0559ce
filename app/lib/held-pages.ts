/**
 * A page that the line loses on its way is asked for again: until then the page before stays as it
 * is, with its menu, order and bank details, and a strip on top says so. Without this, the router
 * would put an error in place of everything. It stands around `fetch`, since the router offers no
 * place between its request and its error.
 */
import { doneIn, failedRead, unreadToasts } from "./lost-words";
import { browserTranslator } from "./words";

const ask = window.fetch.bind(window);

/** What waits for the line, each to be asked again. */
const waiting = new Set<() => void>();

/** The answers of a proxy whose server is away. */
const AWAY = new Set([502, 503, 504]);

const isPage = (input: unknown, init: RequestInit = {}): input is URL =>
  input instanceof URL && input.pathname.endsWith(".data") && (init.method ?? "GET") === "GET";

window.fetch = (input, init) => (isPage(input, init) ? held(input, init ?? {}) : ask(input, init));

async function held(page: URL, init: RequestInit): Promise<Response> {
  for (;;) {
    try {
      const answer = await ask(page, init);
      if (!AWAY.has(answer.status) || answer.headers.has("X-Remix-Response")) return answer;
    } catch (thrown) {
      // The router has left this page for another.
      if (init.signal?.aborted || !(thrown instanceof TypeError)) throw thrown;
    }
    await released(page, init.signal);
  }
}

/** Until somebody tries again, the line is back, or the router wants another page. */
function released(page: URL, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.delete(again);
      if (waiting.size === 0) say(null);
    };
    const again = () => {
      leave();
      resolve();
    };
    signal?.addEventListener("abort", () => {
      leave();
      reject(signal.reason as Error);
    });
    waiting.add(again);
    say(page.pathname.slice(0, -".data".length));
  });
}

const tryAgain = () => [...waiting].forEach((again) => again());

addEventListener("online", tryAgain);

const t = (key: string) => browserTranslator.translate(["common"], key);

/** Fills the place that the toasts keep for it, which React leaves alone. */
function say(path: string | null): void {
  const place = document.querySelector(".toasts > [data-lost]");
  if (!place) return;
  place.replaceChildren();
  place.className = path === null ? "" : "toast note-danger";
  if (path === null) return;
  const done = doneIn(unreadToasts());
  const text = document.createElement("p");
  const failed = done ?? t(failedRead(path) ?? "lost");
  text.textContent = `${failed} ${failed.endsWith(".") || failed.endsWith("।") ? "" : "– "}${t(done === undefined ? "lostHint" : "nextFailed")}`;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-quiet";
  button.textContent = t("retry");
  button.addEventListener("click", tryAgain);
  place.append(text, button);
}

/**
 * The page's script: it shows the forms and sends them. The function is serialised, so it uses
 * nothing from outside, and all functions inside it are anonymous: build tools that keep function
 * names would insert a call of their helper.
 */
function run(): void {
  for (const hidden of document.querySelectorAll<HTMLElement>(".try, .token")) {
    hidden.hidden = false;
  }
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const { method = "GET", path = "", multipart } = form.dataset;
    event.preventDefault();
    const query = new URLSearchParams();
    const headers = new Headers({ accept: "application/json" });
    const body: Record<string, string> = {};
    const files = new FormData();
    let target = `/api/v1${path}`;
    for (const input of form.querySelectorAll<HTMLInputElement>("[data-in]")) {
      const { name, value, dataset } = input;
      const [file] = input.files ?? [];
      if (file) files.append(name, file);
      else if (value === "") continue;
      else if (dataset["in"] === "query") query.set(name, value);
      else if (dataset["in"] === "header") headers.set(name, value);
      else if (dataset["in"] === "path") {
        target = target.replace(`{${name}}`, encodeURIComponent(value));
      } else {
        body[name] = value;
        files.append(name, value);
      }
    }
    if (query.size > 0) target += `?${query.toString()}`;
    const token = document.querySelector<HTMLInputElement>("#token")?.value.trim();
    if (token) headers.set("authorization", token);
    const init: RequestInit = { method, headers, credentials: "omit" };
    if (method !== "GET" && multipart) init.body = files;
    else if (method !== "GET") {
      headers.set("content-type", "application/json");
      init.body = JSON.stringify(body);
    }
    const command = [`curl -X ${method} '${location.origin}${target}'`];
    for (const [name, value] of headers) command.push(`-H '${name}: ${value}'`);
    if (typeof init.body === "string") {
      command.push(`-d '${init.body.replaceAll("'", "'\\''")}'`);
    } else if (init.body) {
      for (const [name, value] of files) {
        command.push(`-F '${name}=${typeof value === "string" ? value : `@${value.name}`}'`);
      }
    }
    const [outcome, sent, received] = form.querySelectorAll<HTMLElement>(
      ".outcome, .sent, .received",
    );
    const button = form.querySelector("button");
    if (!outcome || !sent || !received || !button) return;
    sent.textContent = command.join(" \\\n  ");
    sent.hidden = false;
    received.hidden = true;
    outcome.textContent = "Sending…";
    button.disabled = true;
    const startedAt = performance.now();
    fetch(target, init)
      .then(async (response) => {
        const isText = /json|text/.test(response.headers.get("content-type") ?? "");
        const text = isText ? await response.text() : "";
        const size = isText ? "" : `, ${(await response.blob()).size} bytes`;
        const milliseconds = Math.round(performance.now() - startedAt);
        outcome.textContent = `${response.status} ${response.statusText}${size}, after ${milliseconds} ms`;
        received.hidden = !isText;
        received.textContent = /^[[{]/.test(text)
          ? JSON.stringify(JSON.parse(text), null, 2)
          : text;
      })
      .catch(() => {
        outcome.textContent = "No answer came. Check the connection and send it again.";
      })
      .finally(() => {
        button.disabled = false;
      });
  });
}

export const DOCS_SCRIPT = `(${run.toString()})()`;

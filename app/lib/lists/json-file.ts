/** JSON that a browser saves under this name, and a script may fetch. Never kept by a cache. */
export function jsonFile(body: object, fileName: string): Response {
  return new Response(`${JSON.stringify(body, null, 2)}\n`, {
    headers: {
      "content-type": "application/json",
      "content-disposition": `attachment; filename="${fileName.replace(/[^\w.-]/g, "")}"`,
      "cache-control": "private, no-store",
    },
  });
}

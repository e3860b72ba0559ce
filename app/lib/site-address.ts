/** A company's site at one of its hosts, reached as this page was. */
export function siteAddress(origin: string, host: string): string {
  const { protocol, port } = new URL(origin);
  return `${protocol}//${host}${port ? `:${port}` : ""}/`;
}

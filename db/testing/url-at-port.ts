/** Returns the URL of the same database through a port of this machine, such as a proxy's. */
export function urlAtPort(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  // The folder of a Unix socket would take precedence over the port.
  url.searchParams.delete("host");
  return url.href;
}

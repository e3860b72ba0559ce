import { afterAll, beforeAll } from "vitest";

/**
 * Opens a fixture before the tests of a file or block, and closes it after them. Its parts are there from
 * the first hook after the call on.
 */
export function duringTests<Fixture extends { close(): Promise<void> }>(
  open: () => Promise<Fixture>,
): Fixture {
  const fixture = {} as Fixture;
  beforeAll(async () => {
    Object.assign(fixture, await open());
  });
  afterAll(() => fixture.close());
  return fixture;
}

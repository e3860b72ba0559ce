/**
 * Loaded into each instance before the product. Ends it with the run, and shifts its clock by
 * FAULTS_CLOCK_SHIFT_MS.
 */
process.stdin.on("end", () => process.exit(1));
process.stdin.on("error", () => process.exit(1));
process.stdin.resume();

const shiftMs = Number(process.env.FAULTS_CLOCK_SHIFT_MS ?? 0);
if (shiftMs !== 0) {
  const Original = Date;
  const now = () => Original.now() + shiftMs;
  globalThis.Date = new Proxy(Original, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length > 0 ? given : [now()], made),
    apply: () => new Original(now()).toString(),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
}

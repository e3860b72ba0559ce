/** Shows that work goes on: one line, which moves on a terminal and is printed once elsewhere. */

const FRAMES = ["|", "/", "-", "\\"];

/**
 * Starts a line such as `Building … 12 s /`, which moves ten times a second. Without a terminal it
 * prints the title once.
 *
 * @param {string} title
 * @returns {(last?: string) => void} Stops the line, clears it, and prints `last` in its place. Without a
 *   terminal it prints nothing more.
 */
export function startProgressLine(title) {
  const { stdout } = process;
  if (!stdout.isTTY) {
    console.log(title);
    return () => {};
  }
  const startedAt = Date.now();
  let frame = 0;
  let isMoving = true;
  const draw = () => {
    const seconds = Math.floor((Date.now() - startedAt) / 1000);
    stdout.write(`\r\x1b[2K${title} ${seconds} s ${FRAMES[frame++ % FRAMES.length]}`);
  };
  draw();
  const timer = setInterval(draw, 100);
  return (last) => {
    if (!isMoving) return;
    isMoving = false;
    clearInterval(timer);
    stdout.write("\r\x1b[2K");
    if (last !== undefined) console.log(last);
  };
}

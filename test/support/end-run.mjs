/** Long enough for Jest to write its report once everything has run. */
const GRACE_MS = 10_000;

/** When all files have run in Jest's own process, what one of them left running must not hold it for ever. */
export default function endRun() {
  setTimeout(() => {
    console.error(
      'Something that a test left running keeps Jest alive; the file that failed says what it is.',
    );
    process.exit(1);
  }, GRACE_MS).unref();
}

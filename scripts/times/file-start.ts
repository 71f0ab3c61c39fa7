/** Each test file starts at TEST_CLOCK, independent of earlier files; its child processes use the same clock. */
const { TEST_CLOCK = '', TEST_CLOCK_OFFSET = '0', NODE_OPTIONS = '' } = process.env;

const clock = `--import=${new URL('./clock.ts', import.meta.url)}`;
process.env.TEST_CLOCK_OFFSET = String(Date.parse(TEST_CLOCK) - (Date.now() - Number(TEST_CLOCK_OFFSET)));
if (!NODE_OPTIONS.includes(clock)) process.env.NODE_OPTIONS = `${NODE_OPTIONS} ${clock}`.trim();

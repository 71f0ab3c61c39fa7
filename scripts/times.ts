import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Time zones of the machine, and instants at which its clock starts in each test file: docs/time.md. */
const ZONES = ['UTC', 'America/Sao_Paulo', 'Asia/Tokyo'];
const INSTANTS = ['2026-12-31T23:59:59-03:00', '2028-02-29T23:59:59', '2027-01-31T23:59:59', '2026-11-18T12:00:00'];

// `--zone Asia/Tokyo --at 2028-02-29T23:59:59` runs one; other arguments are passed to vitest.
const given = process.argv.slice(2);
const said = (name: string) => {
  const at = given.indexOf(name);
  return at === -1 ? undefined : given.splice(at, 2)[1];
};
const [zone, instant] = [said('--zone'), said('--at')];

const failed: string[] = [];
for (const TZ of zone ? [zone] : ZONES)
  for (const TEST_CLOCK of instant ? [instant] : INSTANTS) {
    console.log(`\n${TZ}, ${TEST_CLOCK}`);
    const words = ['run', '--project', 'plain', '--project', 'api', ...given];
    const run = spawn('vitest', words, { env: { ...process.env, TZ, TEST_CLOCK }, stdio: 'inherit' });
    const [code] = await once(run, 'exit');
    if (code !== 0) failed.push(`${TZ}, ${TEST_CLOCK}`);
  }
console.log(failed.length === 0 ? '\nAll held.' : `\nFailed:\n${failed.join('\n')}`);
process.exit(failed.length === 0 ? 0 : 1);

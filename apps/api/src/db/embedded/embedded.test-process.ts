/** Helper process of embedded.test.ts: holds the database, reports it, and releases it when its input ends. */
import { hold } from './hold.ts';

const held = await hold(JSON.parse(process.argv[2] ?? '{}'));
process.stdout.write(`${JSON.stringify(held.connection)}\n`);
process.stdin.resume().once('end', () => held.release());

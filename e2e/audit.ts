import { parseArgs } from 'node:util';
import { type Audit, auditPages, CATEGORIES, type Person } from './audits.ts';

// `node e2e/audit.ts URL…`: audits each page three times, and prints a table row with the median of each category.
// `--as staff|client E-MAIL PASSWORD URL…`: pages of the staff as a desktop loads them, of the client area as a phone does.
const TIMES = 3;

const middle = (scores: number[]) => scores.toSorted((one, other) => one - other)[Math.floor(scores.length / 2)] ?? 0;

const { values, positionals } = parseArgs({ options: { as: { type: 'string' } }, allowPositionals: true });
const [email = '', password = ''] = positionals;
const as = values.as === 'client' || values.as === 'staff' ? values.as : undefined;
const person: Person | undefined = as && { as, email, password };
const urls = person ? positionals.slice(2) : positionals;

console.log(`| página | ${CATEGORIES.join(' | ')} |`);
console.log(`|---${'|---'.repeat(CATEGORIES.length)}|`);
for (const url of urls) {
  const audits: Audit[] = [];
  // A browser of its own each time: nothing is kept from the time before.
  for (let time = 0; time < TIMES; time += 1) audits.push(...(await auditPages([url], CATEGORIES, person)));
  const scores = CATEGORIES.map((category) => middle(audits.map((audit) => audit.scores[category] ?? 0)));
  console.log(`| ${new URL(url).pathname} | ${scores.join(' | ')} |`);
  for (const fault of new Set(audits.flatMap(({ faults }) => faults))) console.log(`  ${fault}`);
}

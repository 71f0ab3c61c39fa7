import { type Audit, auditPages, CATEGORIES } from './audits.ts';

// `node e2e/audit.ts URL…`: each page three times, a line of a table with the middle score of each category.
const TIMES = 3;

const middle = (scores: number[]) => scores.toSorted((one, other) => one - other)[Math.floor(scores.length / 2)] ?? 0;

console.log(`| página | ${CATEGORIES.join(' | ')} |`);
console.log(`|---${'|---'.repeat(CATEGORIES.length)}|`);
for (const url of process.argv.slice(2)) {
  const audits: Audit[] = [];
  // A browser of its own each time: nothing is kept from the time before.
  for (let time = 0; time < TIMES; time += 1) audits.push(...(await auditPages([url])));
  const scores = CATEGORIES.map((category) => middle(audits.map((audit) => audit.scores[category] ?? 0)));
  console.log(`| ${new URL(url).pathname} | ${scores.join(' | ')} |`);
  for (const fault of new Set(audits.flatMap(({ faults }) => faults))) console.log(`  ${fault}`);
}

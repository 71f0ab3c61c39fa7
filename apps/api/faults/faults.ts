import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { interruption } from './agency.ts';
import { drain } from './drain.ts';
import { CannotMeasure, type Fault, type Outcome, progress } from './fault.ts';
import { flood } from './flood.ts';
import { fullDatabase, fullFiles } from './full-disk.ts';
import { killDatabase } from './kill-database.ts';
import { killMigration } from './kill-migration.ts';
import { killOneOfTwo } from './kill-one-of-two.ts';
import { killServer } from './kill-server.ts';
import { killUpload } from './kill-upload.ts';
import { outsideServices } from './outside-services.ts';
import { promotion } from './promotion.ts';
import { restartDatabase } from './restart-database.ts';

// Runs the server and its database as processes in a temporary folder, injects a fault under load, and then checks
// every row, file and confirmed write.
const FAULTS: Record<string, Fault> = {
  servidor: killServer,
  'dois-servidores': killOneOfTwo,
  banco: killDatabase,
  envio: killUpload,
  'disco-arquivos': fullFiles,
  'disco-banco': fullDatabase,
  reinicio: restartDatabase,
  servicos: outsideServices,
  sigterm: drain,
  migracao: killMigration,
  promocao: promotion,
  abuso: flood,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(FAULTS).join() },
    /** Rounds of each; the short form by default. */
    rounds: { type: 'string' },
    /** Runs each fault's long form. */
    long: { type: 'boolean', default: false },
    port: { type: 'string', default: '4700' },
  },
});
const names = values.only.split(',');
const unknown = names.filter((name) => !FAULTS[name]);
const given = values.rounds === undefined ? undefined : Number(values.rounds);
if (unknown.length > 0 || given === 0 || Number.isNaN(given)) {
  console.error(
    `--only: ${Object.keys(FAULTS).join()}; --rounds: um número. Recebido: ${values.only}, ${values.rounds}`,
  );
  process.exit(2);
}

console.log(`${cpus().length} × ${cpus()[0]?.model ?? ''}, Node ${process.version}`);
console.log('| falha | rodadas | confirmadas | sem resposta | volta, mediana s | volta, pior s | o mais | quebrado |');
console.log('|---|---|---|---|---|---|---|---|');
progress.on('round', (round, acknowledged, found) =>
  console.error(`${new Date().toISOString()} rodada ${round}: ${acknowledged} confirmadas, ${found} quebrado`),
);
const broken: string[] = [];
for (const name of names) {
  const fault = FAULTS[name];
  if (!fault || interruption.signal.aborted) continue;
  const rounds = given ?? (values.long ? fault.long : fault.rounds);
  try {
    print(fault.says, await fault.run({ rounds, port: Number(values.port) }));
  } catch (error) {
    const words = error instanceof CannotMeasure ? error.message : String((error as Error).stack);
    broken.push(`${fault.says}: ${words}`);
    console.log(`| ${fault.says} | não medida | | | | | | |`);
  }
}
for (const [one, ...more] of Map.groupBy(broken, (one) => one.replaceAll(/\d+/g, '0')).values())
  console.error(more.length > 0 ? `${one} (e mais ${more.length} assim)` : one);
process.exitCode = broken.length > 0 ? 1 : 0;

function print(says: string, { rounds, acknowledged, unanswered, healing = [], notes, broken: found }: Outcome) {
  const sorted = healing.toSorted((one, other) => one - other);
  const seconds = (time: number | undefined) => (time === undefined ? '' : (time / 1000).toFixed(1));
  const median = seconds(sorted[Math.floor(sorted.length / 2)]);
  console.log(
    `| ${says} | ${rounds} | ${acknowledged ?? ''} | ${unanswered ?? ''} | ${median} | ${seconds(sorted.at(-1))} | ${notes.join('; ')} | ${found.length} |`,
  );
  broken.push(...found.map((one) => `${says}: ${one}`));
}

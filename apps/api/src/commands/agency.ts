import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addAgency } from '../agencies/add.ts';
import { agencyNames, checkRoot, environmentOf, envOf, movingTo, placesOf, readEnv } from '../agencies/folder.ts';
import { cancelMove, confirmMove, moveAgency } from '../agencies/move.ts';
import { type Host, withHost, withHosts } from '../agencies/postgres.ts';
import { proxyLines } from '../agencies/proxy.ts';
import { AgencyRefused } from '../agencies/refused.ts';
import { removeAgency } from '../agencies/remove.ts';
import { datedOf } from '../backup/rotation.ts';
import { attempt, fail } from './run.ts';

const BACKUP = fileURLToPath(new URL('backup.ts', import.meta.url));
const READY_MS = 2_000;
const USE = `Use, com a pasta das imobiliárias em --root ou AGENCIES_DIR:
  npm run agency -- list
  npm run agency -- add NOME --url https://ENDERECO [--port PORTA]
  npm run agency -- proxy NOME
  npm run agency -- backup NOME | --all [--keep N]
  npm run agency -- move NOME --to postgres://ADMINISTRADOR:SENHA@OUTRO/postgres, e depois move NOME --confirm
  npm run agency -- move NOME --to … --cancel    (desfaz uma mudança que foi interrompida no meio)
  npm run agency -- remove NOME --yes NOME
add, move e remove pedem em AGENCIES_DATABASE_URL o endereço de um administrador do PostgreSQL.`;

const { values, positionals } = attemptToParse();
const [action = '', given, ...rest] = positionals;
const folder = values.root ?? process.env.AGENCIES_DIR;
if (!folder || rest.length > 0) fail(USE);
const root = resolve(folder);

const interruption = new AbortController();
for (const word of ['SIGINT', 'SIGTERM', 'disconnect'])
  process.on(word, () => interruption.abort(new AgencyRefused('Interrompido: o que tinha sido feito foi desfeito.')));
const { signal } = interruption;

await attempt(async () => {
  await checkRoot(root);
  if (action === 'list' && given === undefined) return list();
  if (action === 'backup' && (given === undefined) === (values.all === true)) return backups(given);
  if (given === undefined) fail(USE);
  if (action === 'add' && values.url) return add(given, values.url);
  if (action === 'proxy') return printProxy(given);
  if (action === 'move' && values.confirm) return confirm(given);
  if (action === 'move' && values.to && values.cancel) return cancel(given, values.to);
  if (action === 'move' && values.to) return move(given, values.to);
  if (action === 'remove') return remove(given);
  fail(USE);
});
// Ends pools of a failed addition too.
process.exit();

function attemptToParse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        ...{ root: { type: 'string' }, url: { type: 'string' }, port: { type: 'string' }, to: { type: 'string' } },
        ...{
          confirm: { type: 'boolean' },
          cancel: { type: 'boolean' },
          yes: { type: 'string' },
          all: { type: 'boolean' },
          keep: { type: 'string' },
        },
      },
    });
  } catch {
    fail(USE);
  }
}

function sharedUrl(): string {
  return process.env.AGENCIES_DATABASE_URL || fail(USE);
}

function withShared<T>(work: (host: Host) => Promise<T>): Promise<T> {
  return withHost(sharedUrl(), work);
}

async function add(name: string, url: string) {
  const port = values.port === undefined ? undefined : Number(values.port);
  const added = await withShared((host) => addAgency(root, host, { name, url, port }, signal));
  console.log(`Imobiliária ${name} criada em ${placesOf(root, name).folder}, na porta ${added.port}.`);
  console.log(`Inicie-a: systemctl enable --now morada@${name}`);
  console.log(`O link do primeiro acesso, de uso único, aparece no diário: journalctl -u morada@${name}`);
  await printProxy(name);
}

async function printProxy(name: string) {
  const { PUBLIC_URL: url = '', PORT: port } = await envOf(root, name);
  const { caddy, nginx } = await proxyLines({ name, url, port: Number(port) });
  console.log(`\nPara o Caddy:\n\n${caddy}\n\nOu para o nginx, em /etc/nginx/conf.d/morada-${name}.conf:\n\n${nginx}`);
}

async function list() {
  const names = await agencyNames(root);
  if (names.length === 0) return console.log(`Não há imobiliárias em ${root}.`);
  const lines = await Promise.all(names.map(lineOf));
  const widths = [0, 1, 2].map((at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  for (const line of lines) console.log(line.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  '));
}

/** Name, address, port, state and newest backup. */
async function lineOf(name: string): Promise<string[]> {
  const places = placesOf(root, name);
  const env = await readEnv(places.env);
  if (!env) return [name, '', '', 'pela metade'];
  const [isReady, isMoving, isHalfMoved, files] = await Promise.all([
    isAnswering(env.PORT),
    readEnv(places.before),
    movingTo(root, name),
    readdir(places.backups).catch(() => []),
  ]);
  const state = [
    isReady ? 'no ar' : 'parada',
    ...(isHalfMoved ? ['mudança pela metade'] : isMoving ? ['mudança por confirmar'] : []),
  ].join(', ');
  const newest = datedOf(files).at(-1);
  return [name, env.PUBLIC_URL ?? '', env.PORT ?? '', `${state}; ${newest ? `último backup ${newest}` : 'sem backup'}`];
}

function isAnswering(port: string | undefined): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(READY_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Runs `npm run backup` for one agency or all in turn, with their own settings. A failure doesn't stop the others. */
async function backups(one: string | undefined) {
  const names = one === undefined ? await agencyNames(root) : [one];
  const failed: string[] = [];
  for (const name of names) {
    if (signal.aborted) fail('Interrompido.');
    if (one === undefined) console.log(`${name}:`);
    if (!(await isBackedUp(name))) failed.push(name);
  }
  if (failed.length > 0) fail(`Com falha: ${failed.join(', ')}.`);
}

async function isBackedUp(name: string) {
  const env = await envOf(root, name).catch((error: Error) => error);
  if (env instanceof Error) {
    console.error(env.message);
    return false;
  }
  const words = [placesOf(root, name).backups, ...(values.keep === undefined ? [] : ['--keep', values.keep])];
  const [code] = await once(fork(BACKUP, words, { env: environmentOf(env) }), 'exit');
  return code === 0;
}

async function move(name: string, url: string) {
  const rows = await withHosts(sharedUrl(), url, (hosts) => moveAgency(root, hosts, name, signal));
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `${total} registros em ${rows.size} tabelas copiados e conferidos, e o endereço trocado em ${placesOf(root, name).env}.`,
  );
  console.log(`Inicie-a (systemctl start morada@${name}) e confira. O banco anterior está fechado e inteiro.`);
  console.log(`Para apagá-lo: npm run agency -- move ${name} --confirm`);
}

async function cancel(name: string, url: string) {
  await withHosts(sharedUrl(), url, (hosts) => cancelMove(root, hosts, name));
  console.log(`A mudança de ${name} foi desfeita: ela trabalha onde estava. Inicie-a: systemctl start morada@${name}`);
}

async function confirm(name: string) {
  await withShared((old) => confirmMove(root, old, name));
  console.log(`O banco anterior de ${name} foi apagado.`);
}

async function remove(name: string) {
  if (values.yes !== name) fail(`Para remover ${name}, repita o nome: npm run agency -- remove ${name} --yes ${name}`);
  const removed = await withShared((host) => removeAgency(root, host, name, signal));
  console.log(`Imobiliária ${name} removida; a pasta está em ${removed.place}.`);
  console.log(removed.backup ? `Último backup: ${removed.backup}` : 'Não havia banco de dados.');
  if (removed.missing.length > 0) console.error(`O armazenamento já não tinha ${removed.missing.length} arquivos.`);
  if (removed.filesElsewhere) console.log('Os arquivos em STORAGE_URL continuam lá.');
  console.log(`Tire-a também do systemd (systemctl disable morada@${name}) e do proxy.`);
}

import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { systemContext } from '../context.ts';
import { importPortfolio } from '../modules/desk/imports/imports.service.ts';
import { command, fail } from './run.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});
const folder = positionals[0];
if (!folder || !existsSync(folder))
  fail('Use: npm run import -- PASTA [--json], com pessoas.csv, imoveis.csv e contratos.csv');

let shown = '';
/** A single updating line on a terminal, a line for each 10 % elsewhere. */
function progress(file: string, done: number, total: number) {
  const percent = Math.floor((done / total) * 100);
  const line = `${file}: ${done} de ${total}`;
  if (process.stderr.isTTY) process.stderr.write(`\r${line}${done === total ? '\n' : ''}`);
  else if (`${file} ${Math.floor(percent / 10)}` !== shown) process.stderr.write(`${line}\n`);
  shown = `${file} ${Math.floor(percent / 10)}`;
}

await command(async ({ deps }) => {
  const report = await importPortfolio(systemContext(deps), folder, progress);
  if (values.json) {
    console.log(JSON.stringify(report, null, 1));
    return;
  }
  const { novos, rejeitados } = report;
  console.log(`pessoas: ${report.pessoas} (${novos.pessoas} novas)`);
  console.log(`imóveis: ${report.imoveis} (${novos.imoveis} novos)`);
  console.log(`contratos: ${report.contratos} (${novos.contratos} novos), ${report.ativos} ativos`);
  console.log(`recusados: ${rejeitados.length}`);
  for (const { arquivo, codigo, campo, motivo } of rejeitados)
    console.log(`  ${arquivo}, código ${codigo}, ${campo}: ${motivo}`);
});

import type { Context, Db } from '#api/context.ts';
import { change } from '#api/db/transaction.ts';
import { type Importer, importLines } from './base.importer.ts';
import { contractImporter } from './contracts.importer.ts';
import { FILES, type PortfolioKind, readLines } from './files.reader.ts';
import { analyze, lockImport } from './imports.queries.ts';
import type { Line } from './line.map.ts';
import { type Accepted, Outcome } from './outcome.map.ts';
import { peopleImporter } from './people.importer.ts';
import { propertyImporter } from './properties.importer.ts';
import { inFile } from './references.service.ts';

export type ImportReport = {
  /** Lines in the register, from this run or an earlier one. */
  pessoas: number;
  imoveis: number;
  contratos: number;
  ativos: number;
  rejeitados: { arquivo: string; codigo: number | string; campo: string; motivo: string }[];
  /** Lines that this run imported. */
  novos: { pessoas: number; imoveis: number; contratos: number };
};

type Progress = (file: string, done: number, total: number) => void;

const PORTION = 250;

/**
 * Imports an agency's spreadsheets in one transaction: all valid lines, or none when something fails. An invalid line
 * is refused whole, with the field and the reason, and so is every line that refers to it.
 */
export async function importPortfolio(
  ctx: Context,
  folder: string,
  progress: Progress = () => {},
): Promise<ImportReport> {
  const lines = {
    people: await readLines(folder, 'people'),
    properties: await readLines(folder, 'properties'),
    contracts: await readLines(folder, 'contracts'),
  };
  const report = await change(ctx, async (trx) => {
    await lockImport(trx);
    const take = <Row>(kind: PortfolioKind, importer: Importer<Row>, see?: (accepted: Accepted<Row>[]) => void) =>
      bringAll(trx, importer, lines[kind], (accepted, done) => {
        see?.(accepted);
        progress(FILES[kind], done, lines[kind].length);
      });
    let active = 0;
    const people = await take('people', peopleImporter(trx, ctx));
    const owners = inFile(people, 'pessoa rejeitada');
    const properties = await take('properties', propertyImporter(trx, ctx, owners));
    const listings = inFile(properties, 'imóvel rejeitado');
    const contracts = await take(
      'contracts',
      contractImporter(trx, ctx, { people: owners, properties: { imovel: listings, imovel_id: listings } }),
      (accepted) => {
        active += accepted.filter(({ row }) => row.status === 'APPROVED').length;
      },
    );
    return {
      pessoas: people.ids.size,
      imoveis: properties.ids.size,
      contratos: contracts.ids.size,
      ativos: active,
      rejeitados: [
        ...refusalsOf('people', people),
        ...refusalsOf('properties', properties),
        ...refusalsOf('contracts', contracts),
      ],
      novos: { pessoas: people.fresh, imoveis: properties.fresh, contratos: contracts.fresh },
    };
  });
  await analyze(ctx.db);
  return report;
}

async function bringAll<Row>(
  trx: Db,
  importer: Importer<Row>,
  lines: Line[],
  see: (accepted: Accepted<Row>[], done: number) => void,
) {
  const outcome = new Outcome();
  for (let from = 0; from < lines.length; from += PORTION) {
    const accepted = await importLines(trx, importer, lines.slice(from, from + PORTION), { outcome });
    see(accepted, outcome.lines);
  }
  return outcome;
}

const refusalsOf = (kind: PortfolioKind, { refusals }: Outcome) =>
  refusals.map(({ code, field, reason }) => ({
    arquivo: FILES[kind],
    codigo: /^\d{1,15}$/.test(code) ? Number(code) : code,
    campo: field,
    motivo: reason,
  }));

import { Problem } from '@morada/contract/problem';
import { bankName } from '@morada/domain/banks';
import { addressLine } from '@morada/domain/property';
import type { Context, Db } from '../../context.ts';
import { change } from '../../db/transaction.ts';
import { insertContract } from '../proposals/proposals.service.ts';
import { Refused } from './cells.ts';
import { FILES, type FileKind, type Line, readLines } from './files.ts';
import * as queries from './imports.queries.ts';
import { readContract, readPerson, readProperty } from './rows.ts';

export type Refusal = { arquivo: string; codigo: number | string; campo: string; motivo: string };

export type ImportReport = {
  /** Lines that are in, now or since an earlier run. */
  pessoas: number;
  imoveis: number;
  contratos: number;
  ativos: number;
  rejeitados: Refusal[];
  /** Of those, what this run brought in. */
  novos: { pessoas: number; imoveis: number; contratos: number };
};

type Progress = (file: string, done: number, total: number) => void;

const CHUNK = 500;

/**
 * Brings an agency's spreadsheets in, in one transaction: all the lines that hold, or, when something breaks, none.
 * A line that doesn't hold is refused whole, with the field and the reason; what refers to it is refused too.
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
  return change(ctx, async (trx) => {
    await queries.lockImport(trx);
    const people = await importPeople(trx, ctx, lines.people, progress);
    const properties = await importProperties(trx, ctx, lines.properties, people, progress);
    const contracts = await importContracts(trx, ctx, lines.contracts, people, properties, progress);
    return {
      pessoas: people.ids.size,
      imoveis: properties.ids.size,
      contratos: contracts.ids.size,
      ativos: contracts.active,
      rejeitados: [...people.refusals, ...properties.refusals, ...contracts.refusals],
      novos: { pessoas: people.fresh, imoveis: properties.fresh, contratos: contracts.fresh },
    };
  });
}

/** What became of one file's lines, by the agency's own codes. */
class Outcome {
  readonly ids = new Map<string, number>();
  readonly refused = new Set<string>();
  readonly refusals: Refusal[] = [];
  fresh = 0;
  private readonly file: FileKind;

  constructor(file: FileKind) {
    this.file = file;
  }

  /** The line's code, once. */
  codeOf(line: Line): string {
    const code = line('codigo');
    if (code === '') throw new Refused('codigo', 'obrigatório');
    if (this.ids.has(code) || this.refused.has(code)) throw new Refused('codigo', 'código repetido');
    return code;
  }

  refuse(line: Line, error: unknown) {
    if (!(error instanceof Refused)) throw error;
    const code = line('codigo');
    if (error.field !== 'codigo') this.refused.add(code);
    const codigo = /^\d{1,15}$/.test(code) ? Number(code) : code;
    this.refusals.push({ arquivo: FILES[this.file], codigo, campo: error.field, motivo: error.reason });
  }

  /** The record that another file's line speaks of. */
  find(code: string, field: string, refusedReason: string): number {
    const id = this.ids.get(code);
    if (id !== undefined) return id;
    throw new Refused(field, this.refused.has(code) ? refusedReason : 'não existe');
  }
}

async function importPeople(trx: Db, ctx: Context, lines: Line[], progress: Progress): Promise<Outcome> {
  const outcome = new Outcome('people');
  const imported = await queries.findImported(trx, 'client');
  const read = lines.flatMap((line) => {
    try {
      const code = outcome.codeOf(line);
      const person = { line, code, ...readPerson(line, ctx.today()) };
      outcome.ids.set(code, 0);
      return [person];
    } catch (error) {
      outcome.refuse(line, error);
      return [];
    }
  });
  const known = await queries.findClientsByDocument(
    trx,
    read.map(({ client }) => client.cpf_cnpj),
  );
  const emails = await queries.findTakenEmails(
    trx,
    read.flatMap(({ client }) => client.email ?? []),
  );
  const documents = new Set<string>();

  const accepted = read.filter((person) => {
    const { code, client, line } = person;
    const id = imported.get(`${code} ${client.cpf_cnpj}`) ?? known.get(client.cpf_cnpj);
    try {
      if (documents.has(client.cpf_cnpj)) throw new Refused('documento', 'documento repetido');
      if (id === undefined && client.email !== null && emails.has(client.email))
        throw new Refused('email', 'e-mail repetido');
    } catch (error) {
      outcome.ids.delete(code);
      outcome.refuse(line, error);
      return false;
    }
    documents.add(client.cpf_cnpj);
    if (client.email !== null) emails.add(client.email);
    if (id !== undefined) outcome.ids.set(code, id);
    return id === undefined;
  });

  for (let from = 0; from < accepted.length; from += CHUNK) {
    const chunk = accepted.slice(from, from + CHUNK);
    const ids = await queries.insertClients(
      trx,
      chunk.map(({ client }) => client),
    );
    const accounts = chunk.flatMap(({ bank }, index) =>
      bank ? [{ ...bank, client_id: ids[index] ?? 0, bank_name: bankName(bank.code) }] : [],
    );
    if (accounts.length > 0) await queries.insertBankAccounts(trx, accounts);
    await keep(
      trx,
      ctx,
      'client',
      outcome,
      chunk.map(({ code, client }, index) => ({ code, fingerprint: client.cpf_cnpj, record_id: ids[index] ?? 0 })),
    );
    progress(FILES.people, Math.min(from + CHUNK, accepted.length), accepted.length);
  }
  sortByLine(outcome, lines);
  return outcome;
}

async function importProperties(
  trx: Db,
  ctx: Context,
  lines: Line[],
  people: Outcome,
  progress: Progress,
): Promise<Outcome> {
  const outcome = new Outcome('properties');
  const imported = await queries.findImported(trx, 'property');
  const accepted = lines.flatMap((line) => {
    try {
      const code = outcome.codeOf(line);
      const { owner, ...row } = readProperty(line);
      const client_id = people.find(owner, 'proprietario', 'pessoa rejeitada');
      const fingerprint = [client_id, addressLine(row.property), row.property.neighborhood, row.property.city].join(
        ' ',
      );
      const id = imported.get(`${code} ${fingerprint}`);
      outcome.ids.set(code, id ?? 0);
      return id === undefined ? [{ code, fingerprint, client_id, ...row }] : [];
    } catch (error) {
      outcome.refuse(line, error);
      return [];
    }
  });

  for (let from = 0; from < accepted.length; from += CHUNK) {
    const chunk = accepted.slice(from, from + CHUNK);
    const ids = await queries.insertProperties(
      trx,
      chunk.map(({ property }) => ({ ...property, status: 'AVAILABLE' })),
    );
    await queries.insertOwners(
      trx,
      chunk.map(({ client_id }, index) => ({ client_id, property_id: ids[index] ?? 0 })),
    );
    const fees = chunk.flatMap((row, index) =>
      row.fees.map((fee, position) => ({ ...fee, position, property_id: ids[index] ?? 0 })),
    );
    if (fees.length > 0) await queries.insertFees(trx, fees);
    await keep(
      trx,
      ctx,
      'property',
      outcome,
      chunk.map(({ code, fingerprint }, index) => ({ code, fingerprint, record_id: ids[index] ?? 0 })),
    );
    progress(FILES.properties, Math.min(from + CHUNK, accepted.length), accepted.length);
  }
  return outcome;
}

async function keep(
  trx: Db,
  ctx: Context,
  kind: 'client' | 'property',
  outcome: Outcome,
  rows: { code: string; fingerprint: string; record_id: number }[],
) {
  for (const { code, record_id } of rows) outcome.ids.set(code, record_id);
  outcome.fresh += rows.length;
  await queries.rememberImported(trx, kind, rows);
  await queries.leaveImportTrail(
    trx,
    ctx.actor.name,
    kind,
    rows.map((row) => row.record_id),
  );
}

async function importContracts(
  trx: Db,
  ctx: Context,
  lines: Line[],
  people: Outcome,
  properties: Outcome,
  progress: Progress,
) {
  const outcome = Object.assign(new Outcome('contracts'), { active: 0 });
  const imported = await queries.findImported(trx, 'proposal');
  const fresh: { code: string; fingerprint: string; record_id: number }[] = [];
  for (const [index, line] of lines.entries()) {
    try {
      const code = outcome.codeOf(line);
      const { tenant, property, guarantors, terms, status } = readContract(line, ctx.today());
      const user_id = people.find(tenant, 'inquilino', 'pessoa rejeitada');
      const property_id = properties.find(property, 'imovel', 'imóvel rejeitado');
      const guarantorIds = guarantors.map((guarantor) => people.find(guarantor, 'fiadores', 'pessoa rejeitada'));
      const fingerprint = [user_id, property_id, terms.start_date].join(' ');
      let id = imported.get(`${code} ${fingerprint}`);
      if (id === undefined) {
        const input = { ...terms, user_id, property_id, guarantors: guarantorIds };
        ({ id } = await insertContract(trx, ctx, input, { status, bankRequired: false }).catch(asRefusal));
        fresh.push({ code, fingerprint, record_id: id });
      }
      outcome.ids.set(code, id);
      if (status === 'APPROVED') outcome.active += 1;
    } catch (error) {
      outcome.refuse(line, error);
    }
    if ((index + 1) % 100 === 0 || index + 1 === lines.length) progress(FILES.contracts, index + 1, lines.length);
  }
  for (let from = 0; from < fresh.length; from += CHUNK)
    await queries.rememberImported(trx, 'proposal', fresh.slice(from, from + CHUNK));
  outcome.fresh = fresh.length;
  return outcome;
}

const CONTRACT_REFUSALS: Record<string, [field: string, reason: string]> = {
  PROPERTY_TAKEN: ['imovel', 'imóvel já tem contrato ativo'],
  OWNER_IS_TENANT: ['inquilino', 'é o proprietário do imóvel'],
  GUARANTOR_IS_TENANT: ['fiadores', 'é o próprio inquilino'],
};

/** The rules of a contract speak in problems; the report speaks of columns. Both are found before anything is written. */
function asRefusal(error: unknown): never {
  const refusal = error instanceof Problem ? CONTRACT_REFUSALS[error.code] : undefined;
  if (refusal) throw new Refused(...refusal);
  throw error;
}

/** Two passes over the people find wrong cells before repeated documents: the report follows the file. */
function sortByLine(outcome: Outcome, lines: Line[]) {
  const place = new Map(lines.map((line, index) => [line('codigo'), index]));
  outcome.refusals.sort((one, other) => (place.get(String(one.codigo)) ?? 0) - (place.get(String(other.codigo)) ?? 0));
}

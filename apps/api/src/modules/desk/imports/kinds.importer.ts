import { IMPORT_ACCESS, ImportKind } from '@morada/contract/desk/imports.search';
import { reform } from '@morada/contract/fiscal/fiscal-reform';
import { clients } from '@morada/contract/registry/clients';
import { leads } from '@morada/contract/registry/leads';
import { granted, type Permission } from '@morada/domain/access/permissions';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Actor, Context, Db } from '#api/context.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { amountCheck } from './amounts.map.ts';
import type { Answers } from './answers.map.ts';
import { withHiddenRows } from './base.importer.ts';
import { contractImporter } from './contracts.importer.ts';
import { findUsualRent } from './imports.queries.ts';
import { leadImporter } from './leads.importer.ts';
import { peopleImporter } from './people.importer.ts';
import { propertyImporter } from './properties.importer.ts';
import { numberedProperties, registeredPeople, registeredProperties } from './references.service.ts';

export const mayImport = ({ permissions }: Actor, kind: ImportKind) =>
  granted(permissions, IMPORT_ACCESS[kind]) !== undefined;

/** What lines may hold beyond their records. */
export type Beyond = {
  /** Patterns of the cells, by field. */
  cells: Readonly<Record<string, string>>;
  /** Permission of the call that enters it alone. */
  access: Permission;
  /** It moves money, so the password is asked for again. */
  confirm: boolean;
  what: string;
};

export const BEYOND: Record<ImportKind, readonly Beyond[]> = {
  people: [
    {
      ...{ cells: { banco: '[0-9]', pix: '\\S' }, access: clients.addBank.access, confirm: true },
      what: 'contas bancárias',
    },
  ],
  properties: [],
  contracts: [
    {
      ...{ cells: { opcao_assinado: '\\S' }, access: reform.opt.access, confirm: false },
      what: 'a opção pela alíquota fixa',
    },
  ],
  leads: [
    {
      ...{ cells: { responsavel: '\\S' }, access: leads.assign.access, confirm: false },
      what: 'quem responde por cada lead',
    },
  ],
};

export const kindsOf = (actor: Actor) => ImportKind.options.filter((kind) => mayImport(actor, kind));

/** Importer for a single file, whose lines refer to records of the register; `first_due` is for contracts. */
export function importerFor(
  kind: ImportKind,
  trx: Db,
  ctx: Context,
  { answers, first_due }: { answers: Answers; first_due: CalendarDate | null },
) {
  const amounts = async () => amountCheck(answers.amounts, await findUsualRent(trx));
  const people = registeredPeople(trx, seenBy(ctx), answers.people);
  if (kind === 'leads') return withHiddenRows(trx, leadImporter(trx, ctx, numberedProperties(trx)));
  if (kind === 'people') return withHiddenRows(trx, peopleImporter(trx, ctx, { lenient: true }));
  if (kind === 'properties') return withHiddenRows(trx, propertyImporter(trx, ctx, people, amounts));
  const properties = { imovel: registeredProperties(trx), imovel_id: numberedProperties(trx) };
  return withHiddenRows(trx, contractImporter(trx, ctx, { people, properties, firstDue: first_due, amounts }));
}

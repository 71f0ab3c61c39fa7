import { type CalendarDate, formatDate } from '@morada/domain/base/calendar';
import { formatMoney, formatPercent } from '@morada/domain/base/money';
import { SIGNATURES } from '@morada/domain/fiscal/reform';
import { GUARANTEES } from '@morada/domain/lease/contract';
import { CONTRACT_STATUSES } from '@morada/domain/lease/contract-words';
import { PROPERTY_PURPOSES } from '@morada/domain/lease/lease-purposes';
import { LEASE_TAX_MODES } from '@morada/domain/lease/lease-tax-modes';
import type { Context, Db } from '#api/context.ts';
import { importOption } from '#api/modules/fiscal/reform/reform.service.ts';
import { insertContract } from '#api/modules/lease/contracts/proposals.service.ts';
import type { AmountCheck } from './amounts.map.ts';
import type { Importer } from './base.importer.ts';
import { Refused } from './cells.map.ts';
import { firstInvoices } from './first-billing.service.ts';
import * as queries from './imports.queries.ts';
import type { Line } from './line.map.ts';
import { attempt, isAccepted, UniqueValues } from './outcome.map.ts';
import type { Found, References } from './references.service.ts';
import { type ContractRow, readContract } from './rows.map.ts';

type Row = Omit<ContractRow, 'tenant' | 'property' | 'guarantors'> & {
  tenant: Found;
  property: Found;
  guarantors: Found[];
};

/** Properties by the agency's code, or by their id. */
export type PropertyReferences = Record<ContractRow['property']['by'], References>;

export function contractImporter(
  trx: Db,
  ctx: Context,
  {
    people,
    properties,
    firstDue = null,
    amounts,
  }: {
    people: References;
    properties: PropertyReferences;
    firstDue?: CalendarDate | null;
    /** As for properties; a contract of a sale charges no rent. */
    amounts?: () => Promise<AmountCheck>;
  },
): Importer<Row> {
  const codes = new UniqueValues();
  const leases = new UniqueValues();
  /** Properties already used by an earlier line of this file. */
  const taken = new Set<number>();

  /** Resolves every person and property that the lines refer to. */
  async function resolve(lines: Line[]) {
    const read = lines.map((line) =>
      attempt(line, () => ({ line, code: codes.code(line), row: readContract(line, ctx.today()) })),
    );
    const rows = read.filter(isAccepted).map(({ row }) => row);
    await people.load(rows.flatMap(({ tenant, guarantors }) => [tenant, ...guarantors]));
    for (const by of ['imovel', 'imovel_id'] as const)
      await properties[by].load(
        rows.filter(({ property }) => property.by === by).map(({ property }) => property.reference),
      );
    return read.map((one) =>
      isAccepted(one)
        ? attempt(one.line, () => {
            const { tenant, property, guarantors, ...row } = one.row;
            const found = {
              ...row,
              tenant: people.find(tenant, 'inquilino'),
              property: properties[property.by].find(property.reference, property.by),
              guarantors: guarantors.map((guarantor) => people.find(guarantor, 'fiadores')),
            };
            const fingerprint = [found.tenant.id, found.property.id, row.terms.start_date].join(' ');
            return { ...one, row: found, fingerprint };
          })
        : one,
    );
  }

  return {
    table: 'proposal',

    async validate(lines) {
      const resolved = await resolve(lines);
      const contracts = resolved.filter(isAccepted);
      const held = await queries.findHolders(
        trx,
        contracts.map(({ row }) => row.property.id),
      );
      const imported = await queries.findImported(trx, 'proposal', contracts);
      const checkAmount = await amounts?.();
      return resolved.map((one) =>
        isAccepted(one)
          ? attempt(one.line, () => {
              const { property, status } = one.row;
              const id = imported.get(queries.keyOf(one));
              const fresh = id === undefined;
              if (fresh) {
                check(one.row, held.get(property.id), taken);
                const type = held.get(property.id)?.type ?? 'RENT';
                const { current_price, price } = one.row.terms;
                if (status === 'APPROVED') checkAmount?.(one.line, 'valor_atual', type, current_price);
                if (status === 'APPROVED' && price !== current_price)
                  checkAmount?.(one.line, 'valor_inicial', type, price);
                if (one.code === '') leases.claim(one.fingerprint, 'inicio', 'contrato repetido');
              }
              if (status === 'APPROVED') taken.add(property.id);
              return { ...one, id, fresh, learnt: fresh };
            })
          : one,
      );
    },

    async write(rows) {
      const ids: number[] = [];
      for (const { tenant, property, guarantors, terms, status, option } of rows) {
        const input = {
          ...terms,
          user_id: tenant.id,
          property_id: property.id,
          guarantors: [...new Set(guarantors.map(({ id }) => id))],
        };
        const { id } = await insertContract(trx, ctx, input, { status, bankRequired: false, firstDue });
        if (option) await importOption(trx, ctx, id, option);
        ids.push(id);
      }
      return ids;
    },

    billing: (rows) =>
      firstInvoices(
        trx,
        ctx,
        rows
          .filter(({ status }) => status === 'APPROVED')
          .map(({ property, terms }) => ({ ...terms, property_id: property.id })),
        firstDue,
      ),

    show: ({ tenant, property, guarantors, terms, status, option }) => ({
      inquilino: tenant.label,
      imovel: property.label,
      valor_inicial: formatMoney(terms.price),
      valor_atual: formatMoney(terms.current_price),
      comissao: formatPercent(terms.commission),
      dia_vencimento: String(terms.transfer_date),
      inicio: formatDate(terms.start_date),
      fim: formatDate(terms.end_date),
      encerra_no_fim: terms.ends_at_term ? 'Sim' : '',
      proximo_reajuste: terms.next_readjustment ? formatDate(terms.next_readjustment) : '',
      garantia: GUARANTEES[terms.guarantee],
      fiadores: guarantors.map(({ label }) => label).join(', '),
      situacao: CONTRACT_STATUSES[status],
      ibs_cbs: LEASE_TAX_MODES[terms.lease_tax].name,
      uso: terms.purpose ? PROPERTY_PURPOSES[terms.purpose] : '',
      opcao_assinado: option ? formatDate(option.signed_on) : '',
      opcao_assinatura: option ? SIGNATURES[option.signature] : '',
      opcao_registro: option?.registered_on ? formatDate(option.registered_on) : '',
      opcao_comprovante: option?.proof ?? '',
    }),
  };
}

/** Checks the rules of `insertContract` before anything is written, with reasons for the report. */
function check(
  { tenant, property, guarantors, status }: Row,
  held: { owners: number[]; gone: boolean; taken: boolean } | undefined,
  taken: ReadonlySet<number>,
) {
  const owners = held?.owners ?? [];
  if (owners.length === 0) throw new Refused('imovel', 'imóvel sem proprietário');
  if (held?.gone) throw new Refused('imovel', 'proprietário anonimizado ou excluído: troque-o no imóvel');
  if (owners.includes(tenant.id)) throw new Refused('inquilino', 'é o proprietário do imóvel');
  if (status === 'APPROVED' && (held?.taken || taken.has(property.id)))
    throw new Refused('imovel', 'imóvel já tem contrato ativo');
  if (guarantors.some(({ id }) => id === tenant.id)) throw new Refused('fiadores', 'é o próprio inquilino');
}

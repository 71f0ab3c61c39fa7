import type { RehearsalSearch } from '@morada/contract/fiscal/fiscal-rehearsal.search';
import { proposalProblems } from '@morada/contract/lease/proposals';
import { contractLife } from '@morada/domain/lease/contract';
import { LEASE_TAX_MODES, type LeaseTaxMode } from '@morada/domain/lease/lease-tax-modes';
import { addressLine } from '@morada/domain/property/property';
import type * as z from 'zod/mini';
import { refusalOf } from '#api/base/transition.ts';
import { findRehearsalIds } from '#api/modules/fiscal/reform/rehearsal.service.ts';
import { updateProposal } from '#api/modules/lease/contracts/proposals.service.ts';
import { type Action, recordByRecord, recordsOf } from '../bulk.action.ts';
import * as candidates from '../candidates.queries.ts';

type Wanted = { lease_tax: LeaseTaxMode };

/** "Imposto por fora" and "Imposto incluído": the next invoices of leases bear it so. Undo restores what each agreed on. */
export const leaseTax: Action<Wanted> = {
  readers: 'FISCAL_VIEW',
  name: 'contratos-imposto',
  search: async (ctx, filter: z.output<typeof RehearsalSearch>, most) =>
    (await findRehearsalIds(ctx, filter)).slice(0, most),
  options: (_, { lease_tax }) => ({ lease_tax: lease_tax as LeaseTaxMode }),
  evaluate: async (ctx, ids, wanted) =>
    (await candidates.findLeases(ctx.db, ids)).map(({ id, version, status, lease_tax }) => ({
      id,
      version,
      trace: { lease_tax },
      reason:
        refusalOf(contractLife.cell(status, 'change'), proposalProblems)?.message ??
        (lease_tax === wanted.lease_tax ? `Já é ${LEASE_TAX_MODES[lease_tax].name.toLowerCase()}.` : undefined),
    })),
  named: async (db, ids) =>
    (await candidates.nameOfLeases(db, ids)).map(({ id, tenant, lease_tax, ...place }) => ({
      id,
      title: tenant,
      below: `Contrato ${id} · ${addressLine(place)} · ${LEASE_TAX_MODES[lease_tax].name.toLowerCase()}`,
    })),
  act: recordByRecord(async (trx, ctx, { record_id }, { lease_tax }: Wanted) => {
    await updateProposal({ ...ctx, db: trx }, record_id, { lease_tax });
    return undefined;
  }),
  undo: recordByRecord(async (trx, ctx, { record_id, trace }) => {
    await updateProposal({ ...ctx, db: trx }, record_id, { lease_tax: (trace as Wanted).lease_tax });
    return undefined;
  }),
  versions: (trx, items) => candidates.findVersions(trx, 'proposal', recordsOf(items)),
};

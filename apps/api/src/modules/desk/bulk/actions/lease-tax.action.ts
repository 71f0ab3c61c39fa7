import { common } from '@morada/contract/base/problem';
import type { RehearsalSearch } from '@morada/contract/fiscal/fiscal-rehearsal.search';
import { proposalProblems } from '@morada/contract/lease/proposals';
import { templates } from '@morada/contract/lease/templates';
import { granted } from '@morada/domain/access/permissions';
import { contractLife } from '@morada/domain/lease/contract';
import { LEASE_TAX_MODES, type LeaseTaxMode } from '@morada/domain/lease/lease-tax-modes';
import { addressLine } from '@morada/domain/property/property';
import type * as z from 'zod/mini';
import { refusalOf } from '#api/base/transition.ts';
import { type Context, inside } from '#api/context.ts';
import { findRehearsalIds } from '#api/modules/fiscal/reform/rehearsal.service.ts';
import { withdrawDocument } from '#api/modules/lease/contracts/documents.service.ts';
import { updateProposal } from '#api/modules/lease/contracts/proposals.service.ts';
import { generateContract } from '#api/modules/lease/templates/generation.service.ts';
import { showTemplate } from '#api/modules/lease/templates/templates.service.ts';
import { type Action, recordByRecord, recordsOf } from '../bulk.action.ts';
import * as candidates from '../candidates.queries.ts';

/** `template_id`: of the addendum, where there is one. */
type Wanted = { lease_tax: LeaseTaxMode; template_id?: number };

/** What each contract agreed on before, and its addendum. */
type Before = { lease_tax: LeaseTaxMode; document?: number };

/** An addendum is a document of its contract, so it takes what a document takes. */
function checkPapers({ actor }: Context): void {
  if (!granted(actor.permissions, templates.generate.access)) throw common.PERMISSION_DENIED();
}

/**
 * "Imposto por fora" and "Imposto incluído": the next invoices of leases bear it so, and an addendum says it. Undo restores
 * what each agreed on, and takes the addendum back.
 */
export const leaseTax: Action<Wanted> = {
  readers: 'FISCAL_VIEW',
  name: 'contratos-imposto',
  search: async (ctx, filter: z.output<typeof RehearsalSearch>, most) =>
    (await findRehearsalIds(ctx, filter)).slice(0, most),
  options: (ctx, { lease_tax, template_id }) => {
    if (template_id !== undefined) checkPapers(ctx);
    return {
      ...{ lease_tax: lease_tax as LeaseTaxMode },
      ...(template_id !== undefined && { template_id: template_id as number }),
    };
  },
  evaluate: async (ctx, ids, wanted) => {
    if (wanted.template_id !== undefined) await showTemplate(ctx, wanted.template_id);
    return (await candidates.findLeases(ctx.db, ids)).map(({ id, version, status, lease_tax }) => ({
      id,
      version,
      trace: { lease_tax },
      reason:
        refusalOf(contractLife.cell(status, 'change'), proposalProblems)?.message ??
        (lease_tax === wanted.lease_tax ? `Já é ${LEASE_TAX_MODES[lease_tax].name.toLowerCase()}.` : undefined),
    }));
  },
  named: async (db, ids) =>
    (await candidates.nameOfLeases(db, ids)).map(({ id, tenant, lease_tax, ...place }) => ({
      id,
      title: tenant,
      below: `Contrato ${id} · ${addressLine(place)} · ${LEASE_TAX_MODES[lease_tax].name.toLowerCase()}`,
    })),
  act: recordByRecord(async (trx, ctx, { record_id }, { lease_tax, template_id }: Wanted) => {
    await updateProposal({ ...ctx, db: trx }, record_id, { lease_tax });
    if (template_id === undefined) return undefined;
    checkPapers(ctx);
    const { id: document } = await generateContract(inside(ctx, trx), record_id, template_id);
    return { document };
  }),
  undo: recordByRecord(async (trx, ctx, { record_id, trace }) => {
    const { lease_tax, document } = trace as Before;
    await updateProposal({ ...ctx, db: trx }, record_id, { lease_tax });
    if (document === undefined) return undefined;
    checkPapers(ctx);
    await withdrawDocument(trx, ctx, record_id, document);
    return undefined;
  }),
  versions: (trx, items) => candidates.findVersions(trx, 'proposal', recordsOf(items)),
};

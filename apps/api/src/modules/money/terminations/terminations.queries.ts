import { type Insertable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#api/context.ts';
import type { Termination } from '#api/db/schema.ts';

/** The contract with everyone that its sheet names. */
const contracts = (db: Db) =>
  db
    .selectFrom('proposal')
    .innerJoin('client as tenant', 'tenant.id', 'proposal.user_id')
    .innerJoin('property', 'property.id', 'proposal.property_id')
    .innerJoin('agency', (join) => join.onTrue())
    .selectAll('proposal')
    .select([
      'tenant.name as tenant',
      'tenant.cpf_cnpj as tenant_document',
      'property.type as property_type',
      'property.street',
      'property.number',
      'property.complement',
      'property.neighborhood',
      'property.city',
      'property.state',
      'agency.late_from_business_day',
      'agency.late_to_owner',
    ])
    .where('proposal.deleted_at', 'is', null);

export const findContract = (db: Db, id: number) => contracts(db).where('proposal.id', '=', id).executeTakeFirst();

export const lockContract = (trx: Db, id: number) =>
  contracts(trx).where('proposal.id', '=', id).forNoKeyUpdate('proposal').executeTakeFirst();

/** Whether an agreement that is in force holds one of these invoices: it can be cancelled, one that has ended can't. */
export const isInAgreement = async (db: Db, invoiceIds: readonly number[]) =>
  (await db
    .selectFrom('debt_agreement_invoice as debt')
    .innerJoin('debt_agreement', 'debt_agreement.id', 'debt.agreement_id')
    .select('debt.invoice_id')
    .where('debt.invoice_id', '=', sql<number>`any(${invoiceIds}::bigint[])`)
    .where('debt_agreement.state', '=', 'ACCEPTED')
    .executeTakeFirst()) !== undefined;

export type Contract = NonNullable<Awaited<ReturnType<typeof findContract>>>;

/**
 * Invoices of the contract; a paid one with the rent received and the rate of the fee on it. REPLACED ones count as
 * charged. Instalments of debt agreements are left out, since they stay due separately.
 */
export const findInvoices = (db: Db, proposalId: number) =>
  db
    .selectFrom('invoice')
    .leftJoin('ledger_entry as receipt', (join) =>
      join
        .onRef('receipt.invoice_id', '=', 'invoice.id')
        .on('receipt.kind', '=', 'SETTLEMENT')
        .on(({ not, exists, selectFrom }) =>
          not(
            exists(selectFrom('ledger_entry as undo').select('undo.id').whereRef('undo.reverses', '=', 'receipt.id')),
          ),
        ),
    )
    .select(['invoice.id', 'invoice.reference', 'invoice.due_date', 'invoice.price', 'invoice.fees', 'invoice.lines'])
    .select(['invoice.status', 'invoice.paid_amount', 'invoice.rest_fate', 'invoice.balance_of'])
    .select(['receipt.rent as received', 'receipt.fee_rate'])
    .select((q) =>
      // The owners of the day of payment, with the rent that each received.
      jsonArrayFrom(
        q
          .selectFrom('transfer')
          .innerJoin('client', 'client.id', 'transfer.user_id')
          .select(['transfer.user_id as client_id', 'client.name'])
          .select((x) => x.fn.coalesce('transfer.rent', x.lit(0)).as('share'))
          .whereRef('transfer.invoice_id', '=', 'invoice.id')
          .where('transfer.purpose', '=', 'OWNER')
          .where((x) => x.or([x('transfer.deleted_at', 'is', null), x('transfer.taken_by', 'is not', null)]))
          .orderBy('transfer.id'),
      ).as('receivers'),
    )
    .where('invoice.proposal_id', '=', proposalId)
    .where('invoice.deleted_at', 'is', null)
    .where('invoice.debt_agreement_id', 'is', null)
    .orderBy('invoice.reference')
    .orderBy('invoice.id')
    .execute();

/** The property's owners, in their order: they pay back by their shares. */
export const findOwners = (db: Db, propertyId: number) =>
  db
    .selectFrom('property_owner')
    .innerJoin('client', 'client.id', 'property_owner.client_id')
    .select(['property_owner.client_id', 'property_owner.share', 'client.name'])
    .where('property_owner.property_id', '=', propertyId)
    .orderBy('property_owner.position')
    .execute();

/**
 * Extra values for the tenant that no invoice took, or that are on an invoice of these, which are withdrawn. The end of
 * the contract is the last to charge them.
 */
export const findWaitingExtras = (db: Db, proposalId: number, freed: readonly number[]) =>
  db
    .selectFrom('extra_value')
    .select(['id', 'description', 'amount', 'type', 'transfer', 'influence', 'stands_for', 'settled_by'])
    .where('proposal_id', '=', proposalId)
    .where('boleto', '=', true)
    .where((q) => q.or([q('invoice_id', 'is', null), q('invoice_id', '=', sql<number>`any(${freed}::bigint[])`)]))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

/** Extra values that wait for the owners' transfers: once the contract has ended, no settlement takes them. */
export const findWaitingOfOwners = (db: Db, proposalId: number) =>
  db
    .selectFrom('extra_value')
    .select(['id', 'description', 'amount', 'type', 'influence', 'settled_by'])
    .where('proposal_id', '=', proposalId)
    .where('transfer', '=', true)
    .where('boleto', '=', false)
    .where('transfer_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

/** Fees of the property, in their order. */
export const findFees = (db: Db, propertyId: number) =>
  db
    .selectFrom('property_fee')
    .select(['id', 'name', 'price', 'to_owner'])
    .where('property_id', '=', propertyId)
    .orderBy('position')
    .execute();

/** Ids of extra values on invoices to be withdrawn, which enter the sheet with their invoices. */
export const findExtrasOfInvoices = async (trx: Db, invoiceIds: number[]) =>
  invoiceIds.length === 0
    ? []
    : (await trx.selectFrom('extra_value').select('id').where('invoice_id', 'in', invoiceIds).execute()).map(
        ({ id }) => id,
      );

export const insertTermination = (trx: Db, termination: Insertable<Termination>) =>
  trx.insertInto('termination').values(termination).returningAll().executeTakeFirstOrThrow();

export const findTermination = (db: Db, proposalId: number) =>
  db
    .selectFrom('termination')
    .selectAll()
    .where('proposal_id', '=', proposalId)
    .where('undone_at', 'is', null)
    .executeTakeFirst();

export const markUndone = (trx: Db, id: number) =>
  trx
    .updateTable('termination')
    .set({ undone_at: new Date() })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returning('id')
    .executeTakeFirst();

export const findRefund = (trx: Db, id: number) =>
  trx.selectFrom('transfer').select('status').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

export const findLastInvoice = (trx: Db, id: number) =>
  trx
    .selectFrom('invoice')
    .select(['id', 'status'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

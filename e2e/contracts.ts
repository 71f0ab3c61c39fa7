import { randomInt } from 'node:crypto';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { connect } from '../apps/api/src/db/connection/connect.ts';
import { cpf } from '../apps/api/test/factories.ts';
import { owner, property, tag } from './properties.ts';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

const ACCOUNT = {
  code: '001',
  bank_name: 'Banco do Brasil',
  account_number: '51.782-8',
  account_type: 'CORRENTE',
  agency_number: '0024-8',
};

/** A property to let whose owner has an account, ready for a new contract. */
export async function house(call: Call, { price = 1_500, type = 'RENT' } = {}) {
  const [street, ownerName] = [`Rua ${tag()}`, `Sônia ${tag()}`];
  const id = await property(call, { street, price, type }, ownerName);
  const [{ id: ownerId } = { id: 0 }] = await call<{ id: number }[]>('GET', `/property/${id}/members/OWNER`);
  const document = cpf(randomInt(9e8));
  await call('POST', `/user/${ownerId}/bank`, { ...ACCOUNT, holder_name: ownerName, document });
  return { id, street, ownerName };
}

export async function person(call: Call, type: 'TENANT' | 'GUARANTOR', name = `Bruno ${tag()}`) {
  const id = await owner(call, name);
  await call('PATCH', `/user/${id}/update/type`, { value: type });
  return { id, name };
}

/** Thirty months of R$ 1.500,00 with a penalty of three rents, by default. */
export async function lease(call: Call, terms: object = {}, place: { type?: string } = {}) {
  const [{ id: property_id, street }, tenant] = [await house(call, place), await person(call, 'TENANT')];
  const { id } = await call<{ id: number }>('POST', '/proposal/manual', {
    ...{ user_id: tenant.id, property_id, current_price: 1_500, commission: 10, transfer_date: 5 },
    ...{ guarantee: 'OTHER', start_date: '2025-12-01', end_date: '2028-05-31', penalty_rents: 3 },
    ...terms,
  });
  return { id, property_id, street, tenant };
}

/** Backdates a contract's audit trail: its clock is the database's own. */
export async function leftOn(id: number, actions: readonly string[], day: string) {
  const { db } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
  const at = new Date(`${day}T15:00:00Z`);
  await db
    .updateTable('trail')
    .set({ at })
    .where('record', '=', 'proposal')
    .where('record_id', '=', id)
    .where('action', 'in', actions)
    .execute();
  if (actions.includes('create'))
    await db.updateTable('proposal').set({ created_at: at }).where('id', '=', id).execute();
  await db.destroy();
}

/** Backdates an invoice's issue: a payment may precede it by at most sixty days. */
export async function issuedOn(id: number, issued_on: CalendarDate) {
  const { db } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
  await db.updateTable('invoice').set({ issued_on }).where('id', '=', id).execute();
  await db.destroy();
}

/** A PDF of one empty page. */
export const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
});

/** A lease's invoice due on 5 November, fifteen days before the day of these tests. */
export async function lateInvoice(call: Call, terms: object = {}) {
  const contract = await lease(call, terms);
  const { id } = await call<{ id: number }>('POST', '/financial/invoice', {
    proposal_id: contract.id,
    reference: '2026-11',
  });
  return { ...contract, proposal_id: contract.id, id };
}

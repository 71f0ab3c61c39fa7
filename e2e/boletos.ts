import { connect } from '../apps/api/src/db/connection/connect.ts';
import { itau400, type Paid } from '../apps/api/test/bank/bank-papers.ts';
import { agree, fillAgency } from '../apps/api/test/collection.ts';
import { lateInvoice } from './contracts.ts';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Sets up an agency that may issue boletos. One agreement serves the whole run, so that numbers stay unique. */
export async function withAgreement() {
  const { db, pool } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
  await pool.query('select pg_advisory_lock(341)'); // Until the connection, the only one, is closed.
  const active = await db.selectFrom('bank_agreement').select('id').where('active', '=', true).executeTakeFirst();
  if (!active) {
    await fillAgency(db);
    await agree(db, '341');
  }
  await db.destroy();
}

type Boleto = { id: number; nosso_numero: string; amount: number; digitable_line: string; url: string };

/** October's rent of 1.500,00, fifteen days late, and its boleto of 1.654,50. */
export async function lateBoleto(call: Call) {
  await withAgreement();
  const { id: invoice_id, proposal_id, tenant, street } = await lateInvoice(call);
  const body = { invoice_id, proposal_id, user_id: tenant.id };
  const boleto = await call<Boleto>('POST', '/boleto/manual', body);
  return { ...boleto, invoice_id, tenant, street };
}

/** `109/00000012-3` in the format of Itaú's files. */
export const numberOf = ({ nosso_numero }: Pick<Boleto, 'nosso_numero'>) =>
  /\/(\d+)-/.exec(nosso_numero)?.[1] ?? nosso_numero;

/** A return file as the bank would send it. */
export const returnFile = (name: string, payments: readonly Paid[]) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(itau400(payments), 'latin1'),
});

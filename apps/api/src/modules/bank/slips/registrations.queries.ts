import type { BoletoBankCode } from '@morada/domain/bank/boleto-banks';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { ADDRESS } from './issue.queries.ts';
import { HELD_BACK } from './life.queries.ts';

export const lockBoletos = (trx: Db, ids: readonly number[]) =>
  trx
    .selectFrom('boleto')
    .select(['id', 'status', 'registration', 'registration_note', 'cancel_due', 'version'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
type Locked = Awaited<ReturnType<typeof lockBoletos>>[number];

/** Writes the outcome of the bank's notices to locked boletos; `closed`: cancelled by one of them. */
export const setRegistrations = (trx: Db, boletos: readonly (Locked & { closed: boolean })[]) =>
  sql`update boleto set registration = told.registration, registration_note = told.registration_note,
      cancel_due = told.cancel_due, version = told.version,
      status = case when told.closed then 'CANCELED' else boleto.status end,
      canceled_at = case when told.closed then now() else boleto.canceled_at end,
      settled_at = case when told.closed then null else boleto.settled_at end
    from jsonb_to_recordset(${JSON.stringify(boletos)}::jsonb) as told (id bigint, registration text, registration_note text,
      cancel_due boolean, version int, closed boolean)
    where boleto.id = told.id and told.version <> boleto.version`.execute(trx);

/** Boletos of an agreement whose cancellation is due to be sent to the bank. */
export async function findToWithdraw(db: Db, agreementId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from boleto where agreement_id = ${agreementId} and cancel_due and ${HELD_BACK} is not true
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

const inOrder = (ids: readonly number[]) =>
  sql`(select id from boleto where id = any(${ids}::bigint[]) order by id for no key update)`;

/** Marks boletos that are about to be sent to the bank. */
export const markSent = (trx: Db, ids: readonly number[]) =>
  sql`update boleto set registration = 'SENT', registration_note = null, version = version + 1
      where id in ${inOrder(ids)} and registration in ('NONE', 'REFUSED')`.execute(trx);

export const markToldOfCancellation = (trx: Db, ids: readonly number[]) =>
  sql`update boleto set cancel_due = false, version = version + 1 where id in ${inOrder(ids)} and cancel_due`.execute(
    trx,
  );

/** Numbers and code that the bank assigned to a boleto; null keeps the value that it was issued with. */
export type Numbers = {
  id: number;
  nosso_numero: string | null;
  barcode: string | null;
  digitable_line: string | null;
  pix: string | null;
  /** Txid of its QR code, where the bank reports it. */
  pix_txid?: string | null;
  hybrid_until: CalendarDate | null;
  /** The number as it is printed, where that is another form. */
  shown?: string;
};

export const setNumbers = (trx: Db, numbers: readonly Numbers[]) =>
  sql`update boleto set nosso_numero = coalesce(told.nosso_numero, boleto.nosso_numero),
      barcode = coalesce(told.barcode, boleto.barcode), digitable_line = coalesce(told.digitable_line, boleto.digitable_line),
      pix = coalesce(told.pix, boleto.pix), pix_txid = coalesce(told.pix_txid, boleto.pix_txid), hybrid_until = coalesce(told.hybrid_until, boleto.hybrid_until),
      slip = case when told.nosso_numero is null then slip
        else jsonb_set(slip, '{nosso_numero}', to_jsonb(coalesce(told.shown, told.nosso_numero))) end,
      version = boleto.version + 1
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as told (id bigint, nosso_numero text, barcode text,
      digitable_line text, pix text, pix_txid text, hybrid_until date, shown text)
    where boleto.id = told.id`.execute(trx);

type Unnumbered = {
  id: number;
  number: number;
  issued_on: CalendarDate;
  due_date: CalendarDate;
  amount: number;
  bank: BoletoBankCode;
  fields: Record<string, string>;
};

/** Locks unnumbered boletos that the bank was to number but never received, or declined, and that now go by file. */
export async function lockUnnumbered(trx: Db) {
  const { rows } = await sql<Unnumbered>`
    select b.id, b.number, b.issued_on, b.due_date, b.amount, a.bank, a.fields
    from boleto b join bank_agreement a on a.id = b.agreement_id
    where b.nosso_numero is null and b.status = 'OPEN'
      and not exists (select from boleto_call c where c.boleto_id = b.id and c.state <> 'REFUSED')
      and not exists (select from bank_link l where l.kind = 'BOLETO' and l.active and l.agreement_id = b.agreement_id)
    order by b.id for no key update of b`.execute(trx);
  return rows;
}

/** Updates the payer of boletos that the bank refused to the present data of the register. */
export const renewPayers = (trx: Db, ids: readonly number[]) =>
  sql`
    update boleto set version = boleto.version + 1, slip = jsonb_set(boleto.slip, '{payer}', jsonb_build_object(
        'name', c.name, 'document', c.cpf_cnpj,
        'address', case when coalesce(c.street, '') <> '' and coalesce(c.cep, '') <> '' then ${ADDRESS('c')} else ${ADDRESS('p')} end))
    from invoice i join client c on c.id = i.user_id join property p on p.id = i.property_id
    where boleto.id in ${inOrder(ids)} and boleto.registration = 'REFUSED' and i.id = boleto.invoice_id`.execute(trx);

/** The boleto of each QR code, by txid. */
export async function findOfCodes(db: Db, txids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ pix_txid: string; id: number }>`
    select pix_txid, max(id) as id from boleto where pix_txid = any(${txids}::text[]) group by 1`.execute(db);
  return new Map(rows.map(({ pix_txid, id }) => [pix_txid, id]));
}

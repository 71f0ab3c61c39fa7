import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';

export type Facts = {
  cnpj: boolean;
  address: boolean;
  phone: boolean;
  logo: boolean;
  collection: boolean;
  team: boolean;
  people: boolean;
  properties: boolean;
  contracts: boolean;
  safeguards: boolean;
  /** An invoice was issued. */
  invoice: boolean;
  /** A charge reached a tenant: a message or a link that was sent, a boleto that the bank has, or a payment. */
  billing: boolean;
  /** A channel other than e-mail is connected. */
  channel: boolean;
  /** Tenants are told of new invoices. */
  messages: boolean;
};

/** Whether a record exists that isn't part of the demonstration data. */
const own = (
  table: string,
): RawBuilder<boolean> => sql`exists (select from ${sql.table(table)} r where r.deleted_at is null
  and not exists (select from demonstration_record d where d.kind = ${table} and d.record_id = r.id))`;

const ownInvoice = sql`i.deleted_at is null and not exists (
  select from demonstration_record d where d.kind = 'proposal' and d.record_id = i.proposal_id)`;

/** First steps that the data shows as done; undefined once they were dismissed. Reads at most one row of each table. */
export async function findFacts(db: Db): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`select
    cnpj is not null as cnpj,
    num_nulls(cep, street, number, city, state) = 0 as address,
    phone is not null as phone,
    logo is not null as logo,
    pix_key is not null or exists (select from bank_agreement where active) as collection,
    (select count(*) > 1 from (select from admin_user where deleted_at is null limit 2) staff) as team,
    ${own('client')} as people,
    ${own('property')} as properties,
    ${own('proposal')} as contracts,
    (select approve_over is not null or daily_limit is not null or new_account <> 'FREE' from payout_safeguard) as safeguards,
    exists (select from invoice i where ${ownInvoice}) as invoice,
    exists (select from invoice i where ${ownInvoice} and (i.status = 'PAID'
      or exists (select from message m where m.invoice_id = i.id and m.sent_at is not null)
      or exists (select from boleto b where b.invoice_id = i.id and b.registration in ('SENT', 'REGISTERED'))
      or exists (select from trail t where t.record = 'invoice' and t.record_id = i.id and t.action = 'send'))) as billing,
    exists (select from message_channel where active) as channel,
    exists (select from message_kind where kind = 'INVOICE_ISSUED' and active) as messages
    from agency where first_steps`.execute(db);
  return rows[0];
}

import type { AccountRequest } from '@morada/contract/registry/account-request-tasks';
import type { AccountRequestState } from '@morada/domain/people/account-request';
import { CODE_MINUTES, MOST_CODE_TRIES } from '@morada/domain/people/account-request';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { BankAccountRequest } from '#api/db/schema.ts';

export const insertRequest = (trx: Db, row: Insertable<BankAccountRequest>) =>
  trx.insertInto('bank_account_request').values(row).returning('id').executeTakeFirstOrThrow();

/** The client's request that is under way. */
export const findOpen = (db: Db, clientId: number) =>
  db
    .selectFrom('bank_account_request')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('state', 'in', ['WAITING_CODE', 'WAITING_AGENCY'])
    .executeTakeFirst();

/** The client's last request that was decided. */
export const findDecided = (db: Db, clientId: number) =>
  db
    .selectFrom('bank_account_request')
    .select(['id', 'state', 'refusal', 'decided_at'])
    .where('client_id', '=', clientId)
    .where('state', 'in', ['APPLIED', 'REFUSED'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Moves a request to another state; false when a concurrent call moved it first. */
export async function moveRequest(
  trx: Db,
  id: number,
  from: AccountRequestState,
  changes: Updateable<BankAccountRequest>,
): Promise<boolean> {
  const moved = await trx
    .updateTable('bank_account_request')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Counts a try before the code is compared; undefined when the code has expired or its tries are used up. */
export const countCodeTry = (db: Db, clientId: number) =>
  db
    .updateTable('bank_account_request')
    .set((q) => ({ tries: q('tries', '+', 1) }))
    .where('client_id', '=', clientId)
    .where('state', '=', 'WAITING_CODE')
    .where('tries', '<', MOST_CODE_TRIES)
    .where('code_sent_at', '>', sql<string>`now() - make_interval(mins => ${sql.lit(CODE_MINUTES)})`)
    .returning(['id', 'code_hash'])
    .executeTakeFirst();

export const lockRequest = (trx: Db, id: number) =>
  trx
    .selectFrom('bank_account_request')
    .innerJoin('client', 'client.id', 'bank_account_request.client_id')
    .selectAll('bank_account_request')
    .select(['client.name', 'client.email'])
    .where('bank_account_request.id', '=', id)
    .forUpdate('bank_account_request')
    .executeTakeFirst();

const ACCOUNT = (of: string) => {
  const at = (column: string) => sql.ref(`${of}.${column}`);
  return sql`jsonb_build_object('code', ${at('code')}, 'bank_name', ${at('bank_name')}, 'holder_name', ${at('holder_name')},
    'agency_number', ${at('agency_number')}, 'account_number', ${at('account_number')}, 'account_type', ${at('account_type')},
    'operation_number', ${at('operation_number')}, 'document', ${at('document')}, 'pix_key', ${at('pix_key')})`;
};

/** Confirmed requests, the longest waiting first. */
export async function findWaiting(db: Db) {
  const { rows } = await sql<AccountRequest>`
    select r.id, r.confirmed_at, r.code, r.bank_name, r.holder_name, r.agency_number, r.account_number, r.account_type,
      r.operation_number, r.document, r.pix_key,
      jsonb_build_object('id', c.id, 'name', c.name, 'cpf_cnpj', c.cpf_cnpj) as client,
      case when b.id is not null then ${ACCOUNT('b')} end as present,
      (select max((t.at at time zone 'America/Sao_Paulo')::date) from trail t where t.record = 'client' and t.record_id = c.id
        and t.action = 'update' and t.changes ? 'email' and t.at > now() - interval '30 days') as email_changed_on
    from bank_account_request r join client c on c.id = r.client_id
      left join bank_account b on b.id = r.bank_account_id and b.deleted_at is null
    where r.state = 'WAITING_AGENCY' order by r.confirmed_at, r.id`.execute(db);
  return rows;
}

import type { PayoutAccount } from '@morada/domain/bank/payouts/payout';
import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

type Changed = { at: string; by: string };

export type PayeeRow = {
  transfer_id: number;
  document: string;
  is_only_owner: boolean;
  contract: PayoutAccount | null;
  registered: PayoutAccount | null;
  contract_changed: Changed | null;
  registered_changed: Changed | null;
  owners_changed: Changed | null;
};

const CHANGE_SHOWN_DAYS = 7;
const ACCOUNT_FIELDS = sql`array['bank_code', 'bank_agency', 'bank_account', 'bank_full_name', 'bank_cpf', 'bank_pix']`;
const OWNERS_CHANGED = sql`('add-owner', 'remove-owner', 'share')`;
const asChanged = sql`case when changed.at is null then null else
  json_build_object('at', to_char(changed.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', changed.actor) end`;

/**
 * Accounts that these transfers would be paid to, with the latest change of each account, or of the property's owners.
 * A contract stores neither the kind of account nor Caixa's operation: they come from the same account in the payee's
 * register. A change of owners or shares since the contract began counts until the payee is paid once after it, since
 * transfers are a month apart: by an order at the bank, where new accounts are guarded. A new contract counts as a change if its
 * account was typed and is not the payee's own.
 */
export async function findPayees(db: Db, transferIds: number[], today: CalendarDate): Promise<PayeeRow[]> {
  const since = sql`${addDays(today, -CHANGE_SHOWN_DAYS)}::timestamp at time zone 'America/Sao_Paulo'`;
  const { rows } = await sql<PayeeRow>`
    select t.id as transfer_id, o.cpf_cnpj as document, owners.only as is_only_owner,
      case when p.bank_account is null and p.bank_pix is null then null else json_build_object(
        'bank_code', p.bank_code, 'bank_name', p.bank_name, 'agency', p.bank_agency, 'account', p.bank_account,
        'type', coalesce(same.account_type, 'CORRENTE'), 'operation', same.operation_number, 'holder', p.bank_full_name,
        'document', p.bank_cpf, 'pix', p.bank_pix) end as contract,
      case when first.id is null then null else json_build_object(
        'bank_code', first.code, 'bank_name', first.bank_name, 'agency', first.agency_number,
        'account', first.account_number, 'type', first.account_type, 'operation', first.operation_number,
        'holder', first.holder_name, 'document', first.document, 'pix', first.pix_key) end as registered,
      contract.changed as contract_changed, registered.changed as registered_changed, owners_changed.changed as owners_changed
    from transfer t join client o on o.id = t.user_id left join proposal p on p.id = t.proposal_id
      cross join lateral (select count(*) = 1 and bool_and(client_id = t.user_id) as only from property_owner
        where property_id = t.property_id) owners
      left join lateral (select * from bank_account b where b.client_id = t.user_id and b.deleted_at is null
        order by b.id limit 1) first on true
      left join lateral (select b.account_type, b.operation_number from bank_account b
        where b.client_id = t.user_id and b.deleted_at is null and b.code = p.bank_code
          and b.agency_number = p.bank_agency and b.account_number = p.bank_account order by b.id limit 1) same on true
      left join lateral (select ${asChanged} as changed from trail changed
        where changed.record = 'proposal' and changed.record_id = t.proposal_id
          and (changed.action <> 'create' or regexp_replace(p.bank_cpf, '\\W', '', 'g') is distinct from o.cpf_cnpj)
          and changed.changes ?| ${ACCOUNT_FIELDS} and changed.at >= ${since}
        order by changed.id desc limit 1) contract on true
      left join lateral (select ${asChanged} as changed from bank_account b
          join trail changed on changed.record = 'bank_account' and changed.record_id = b.id
        where b.client_id = t.user_id and b.id <= first.id and changed.action in ('create', 'import', 'update', 'delete')
          and changed.at >= ${since}
        order by changed.id desc limit 1) registered on true
      left join lateral (select ${asChanged} as changed from trail changed
        where changed.record = 'property' and changed.record_id = t.property_id and changed.action in ${OWNERS_CHANGED}
          and (changed.at >= ${since} or (changed.at > p.created_at and not exists (
            select from transfer paid join trail payout on payout.record = 'transfer' and payout.record_id = paid.id
              left join payment_batch_transfer o on o.transfer_id = paid.id and o.live
            where (o.paid or (select new_account = 'FREE' from payout_safeguard)) and paid.property_id = t.property_id and paid.user_id = t.user_id and paid.status = 'DONE'
              and paid.deleted_at is null and payout.action = 'conclude' and payout.at > changed.at)))
        order by changed.id desc limit 1) owners_changed on true
    where t.id = any(${transferIds}::bigint[]) order by t.id`.execute(db);
  return rows;
}

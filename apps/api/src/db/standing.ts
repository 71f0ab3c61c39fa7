import { type RawBuilder, sql } from 'kysely';

/** Its id, or the column that holds it. */
type Client = number | RawBuilder<unknown>;

/**
 * Whether a client stands in the contract `k` as owner: of the property today, while the contract is in force or has paid
 * them; or, once it ended, as the owner whom its last month paid. A former owner of a contract that goes on no longer
 * reads it.
 */
export const standsAsOwner = (clientId: Client): RawBuilder<boolean> => sql<boolean>`(
  (exists (select from property_owner o where o.property_id = k.property_id and o.client_id = ${clientId})
    and (k.status = 'APPROVED' or ${paidAsOwner(clientId)}))
  or (k.status = 'CLOSED' and exists (select from transfer t
    where t.proposal_id = k.id and t.user_id = ${clientId} and t.purpose = 'OWNER' and t.deleted_at is null
      and t.invoice_id = (select max(last.invoice_id) from transfer last
        where last.proposal_id = k.id and last.purpose = 'OWNER' and last.deleted_at is null))))`;

/** Whether the contract `k` has paid a client as owner. */
export const paidAsOwner = (clientId: Client): RawBuilder<boolean> => sql<boolean>`
  exists (select from transfer t
    where t.proposal_id = k.id and t.user_id = ${clientId} and t.purpose = 'OWNER' and t.deleted_at is null)`;

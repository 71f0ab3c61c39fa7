import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a contract issues another invoice: it is in force, lets a property, and where it ends at its term, a month of
 * it is not issued yet. `issuesAnother` of the domain says the same.
 */
export const issuesAnother = (proposal: string, property: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${proposal}.${name}`);
  return sql<boolean>`(${column('status')} = 'APPROVED' and ${sql.ref(`${property}.type`)} = 'RENT'
    and (not ${column('ends_at_term')} or to_char(${column('end_date')}, 'YYYY-MM') >= coalesce(greatest(${column('billed_through')},
      (select max(last.reference) from invoice last where last.proposal_id = ${column('id')} and last.deleted_at is null
        and last.balance_of is null and last.debt_agreement_id is null)), '')))`;
};

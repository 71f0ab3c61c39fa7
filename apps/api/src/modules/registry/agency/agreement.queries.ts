import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { BankAgreement } from '#api/db/schema.ts';

export type AgreementRow = Awaited<ReturnType<typeof findAgreements>>[number];

const agreements = (db: Db) =>
  db
    .selectFrom('bank_agreement as mine')
    .selectAll('mine')
    .select([
      sql<number>`(select count(*) from boleto where agreement_id = mine.id)`.as('boletos'),
      sql<boolean>`exists (select from bank_link where agreement_id = mine.id and active)`.as('by_call'),
    ]);

/** The active agreement. */
export const findAgreement = (db: Db) => agreements(db).where('active', '=', true).executeTakeFirst();

/** Locks every agreement, so that transactions that take boleto numbers wait until the change commits. */
export const lockAgreements = (trx: Db) => trx.selectFrom('bank_agreement').select('id').forUpdate().execute();

/** All agreements, past ones included, the active one first. */
export const findAgreements = (db: Db) =>
  agreements(db)
    .select([
      sql<number>`coalesce((select max(number) from boleto where agreement_id = mine.id), 0)`.as('highest'),
      sql<boolean>`exists (select from boleto where agreement_id = mine.id)
        or exists (select from payment_batch where agreement_id = mine.id)
        or exists (select from bank_link where agreement_id = mine.id)`.as('used'),
    ])
    .orderBy('active', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const retireAgreements = (trx: Db) =>
  trx.updateTable('bank_agreement').set({ active: false }).where('active', '=', true).execute();

export const insertAgreement = (trx: Db, agreement: Insertable<BankAgreement>) =>
  trx.insertInto('bank_agreement').values(agreement).execute();

export const updateAgreement = (trx: Db, id: number, changes: Updateable<BankAgreement>) =>
  trx
    .updateTable('bank_agreement')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

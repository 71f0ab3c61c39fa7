import { type Kysely, sql } from 'kysely';
import type { DB } from '../../src/db/schema.ts';

/** Sixty letters, most of them wide. */
const LONG_NAME = 'MARIA APARECIDA DAS DORES VASCONCELOS ALBUQUERQUE DE MENEZES';
const STREET = 'AVENIDA DESEMBARGADOR MANUEL WANDERLEY DO NASCIMENTO MAGALHÃES';
/** R$ 9.999.999,99, with the sign of the former value. */
const LARGEST_AMOUNT = (column: string) => `case when ${column} < 0 then -999999999 else 999999999 end`;

/** Longest realistic values by table and column, as SQL. */
const LONGEST: Record<string, Record<string, string>> = {
  client: {
    name: `'${LONG_NAME}'`,
    email: `'maria.aparecida.das.dores.vasconcelos.albuquerque' || id || '@imobiliaria.com.br'`,
  },
  property: {
    street: `'${STREET}'`,
    neighborhood: `'${STREET}'`,
    city: `'VILA BELA DA SANTÍSSIMA TRINDADE'`,
    price: LARGEST_AMOUNT('price'),
  },
  property_request: { name: `'${LONG_NAME}'`, email: `'maria.aparecida.das.dores.vasconcelos@imobiliaria.com.br'` },
  proposal: { price: LARGEST_AMOUNT('price'), current_price: LARGEST_AMOUNT('current_price') },
  invoice: { price: LARGEST_AMOUNT('price'), paid_amount: 'case when paid_amount is not null then 999999999 end' },
  transfer: { amount: LARGEST_AMOUNT('amount') },
  boleto: { amount: LARGEST_AMOUNT('amount') },
  payment_batch: { amount: LARGEST_AMOUNT('amount') },
  ledger_line: { amount: LARGEST_AMOUNT('amount') },
  movimentation: { price: LARGEST_AMOUNT('price'), description: `'${LONG_NAME}'` },
  schedule: { name: `'${LONG_NAME}'`, note: `'${LONG_NAME}'` },
  ticket: { title: `'${LONG_NAME}'` },
  contact_message: { name: `'${LONG_NAME}'`, email: `'maria.aparecida.das.dores.vasconcelos@imobiliaria.com.br'` },
  system_notification: { name: `'${LONG_NAME}'` },
  post: { title: `'${LONG_NAME}'` },
  permission_group: { name: `'${LONG_NAME} ' || id` },
};

/** Keys of the tables without an `id`. */
const KEYS: Record<string, string[]> = { ledger_line: ['entry_id', 'position'], property_request: ['property_id'] };

/** Sets every name, address and amount to its longest; returns the function that restores them. */
export async function lengthen(db: Kysely<DB>): Promise<() => Promise<void>> {
  const run = (text: string) => sql.raw(text).execute(db);
  for (const [table, columns] of Object.entries(LONGEST)) {
    await run(`create table long_${table} as select * from ${table}`);
    await run(`alter table ${table} disable trigger user`);
    await run(
      `update ${table} set ${Object.entries(columns)
        .map(([name, value]) => `${name} = ${value}`)
        .join(', ')}`,
    );
  }
  return async () => {
    for (const [table, columns] of Object.entries(LONGEST)) {
      const old = Object.keys(columns).map((name) => `${name} = long_${table}.${name}`);
      const same = (KEYS[table] ?? ['id']).map((key) => `long_${table}.${key} = ${table}.${key}`);
      await run(`update ${table} set ${old.join(', ')} from long_${table} where ${same.join(' and ')}`);
      await run(`alter table ${table} enable trigger user`);
      await run(`drop table long_${table}`);
    }
  };
}

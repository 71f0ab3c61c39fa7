import { BOLETO_BANKS, type BoletoBankCode } from '@morada/domain/bank/boleto-banks';
import { sql } from 'kysely';
import { present } from '#api/base/present.ts';
import type { Db } from '#api/context.ts';

const YEARLY: readonly BoletoBankCode[] = BOLETO_BANKS.filter(({ yearly }) => yearly).map(({ code }) => code);

/**
 * Takes numbers and returns the last one; undefined without an active agreement. One UPDATE, so no two boletos share a
 * number.
 */
export async function takeBoletoNumbers(trx: Db, year: number, count: number) {
  const { rows } = await sql<{ id: number; bank: BoletoBankCode; fields: Record<string, string>; last: number }>`
    update bank_agreement set numbered_year = ${year}, last_number = ${count}::bigint
      + case when bank = any(${YEARLY}) and numbered_year not in (0, ${year}) then 0 else last_number end
    where active returning id, bank, fields, last_number as last`.execute(trx);
  return rows[0];
}

/** `time` is stamped in the file, in São Paulo's zone. */
export async function takeRemittanceNumber(trx: Db, agreementId: number) {
  const { rows } = await sql<{ sequence: number; time: string }>`
    update bank_agreement set remittance_sequence = remittance_sequence + 1 where id = ${agreementId}
    returning remittance_sequence as sequence, to_char(now() at time zone 'America/Sao_Paulo', 'HH24MISS') as time`.execute(
    trx,
  );
  return present(rows[0], 'the agreement of the remittance');
}

export const takePaymentNumber = async (trx: Db, agreementId: number) =>
  (
    await trx
      .updateTable('bank_agreement')
      .set((q) => ({ payment_sequence: q('payment_sequence', '+', 1) }))
      .where('id', '=', agreementId)
      .returning('payment_sequence')
      .executeTakeFirstOrThrow()
  ).payment_sequence;

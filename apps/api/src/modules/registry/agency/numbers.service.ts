import type { Db } from '#api/context.ts';
import * as queries from './numbers.queries.ts';

// Numbers of a bank's agreement. Banks refuse one they have seen, so a number is taken in the transaction that uses it.

/**
 * Takes the next `count` boleto numbers of the active agreement and returns the last one. Banks that count per year
 * restart at 1.
 */
export const takeBoletoNumbers = (trx: Db, year: number, count: number) => queries.takeBoletoNumbers(trx, year, count);

/** Takes the next number of a remittance. */
export const takeRemittanceNumber = (trx: Db, agreementId: number) => queries.takeRemittanceNumber(trx, agreementId);

/** Takes the next number of a payment file. */
export const takePaymentNumber = (trx: Db, agreementId: number) => queries.takePaymentNumber(trx, agreementId);

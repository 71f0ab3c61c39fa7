import type { Payment, PaymentOrder } from './payment.ts';
import { bancoDoBrasilPayments } from './payment-banco-do-brasil.ts';
import { itauFiles, itauPayments } from './payment-itau.ts';

const WRITERS: Readonly<Record<string, (order: PaymentOrder) => string[][]>> = {
  '001': bancoDoBrasilPayments,
  '341': itauPayments,
};

/** Whether payments can be ordered at this bank by file. */
export const hasPayments = (bank: string) => WRITERS[bank] !== undefined;

/** Payments in each of these files. */
export const paymentsOfFiles = ({ from, payments }: PaymentOrder): (readonly Payment[])[] =>
  from.bank === '341' ? itauFiles(payments) : [payments];

/**
 * CNAB 240 files that order payments at a bank: usually one.
 * @throws RangeError when the bank is not supported, or a value does not fit.
 */
export function writePayments(order: PaymentOrder): string[] {
  const write = WRITERS[order.from.bank];
  if (!write) throw new RangeError(`No payments from bank ${order.from.bank}`);
  return write(order).map((lines) => lines.map((line) => `${line}\r\n`).join(''));
}

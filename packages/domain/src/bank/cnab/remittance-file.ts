import { addDays } from '../../base/calendar.ts';
import { boletoBank } from '../boleto-banks.ts';
import type { Remittance, RemittanceBoleto } from './remittance.ts';
import { bancoDoBrasil240 } from './remittance-banco-do-brasil.ts';
import { hasRemittance, keepsGrace, type RemittanceBankCode } from './remittance-banks.ts';
import { bradesco400 } from './remittance-bradesco.ts';
import { caixa240 } from './remittance-caixa.ts';
import { itau400 } from './remittance-itau.ts';

const WRITERS: Readonly<Record<RemittanceBankCode, (remittance: Remittance) => string[]>> = {
  '001': bancoDoBrasil240,
  '104': caixa240,
  '237': bradesco400,
  '341': itau400,
};

/**
 * Remittance file that registers or withdraws boletos at a bank: lines of 240 or 400 columns.
 * @throws RangeError when the bank is not supported, a value does not fit, or fine or interest would begin on a day
 * that the bank does not support.
 */
export function writeRemittance(remittance: Remittance): string {
  const { agreement, boletos } = remittance;
  if (!hasRemittance(agreement.bank)) throw new RangeError(`No remittance for bank ${agreement.bank}`);
  const late = boletos.find(hasGrace);
  if (late && !keepsGrace(agreement.bank)) {
    const bank = boletoBank(agreement.bank)?.name;
    throw new RangeError(`${bank} charges from the day after ${late.due_date}`);
  }
  return WRITERS[agreement.bank](remittance)
    .map((line) => `${line}\r\n`)
    .join('');
}

const hasGrace = ({ due_date, fine, interest }: RemittanceBoleto) =>
  [fine, interest].some((charge) => charge && charge.from > addDays(due_date, 1));

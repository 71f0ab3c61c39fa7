import { addDays } from '../../base/calendar.ts';
import { type BoletoBankCode, boletoBank } from '../boleto-banks.ts';
import type { Remittance, RemittanceBoleto } from './remittance.ts';
import { bancoDoBrasil240 } from './remittance-banco-do-brasil.ts';
import { bradesco400 } from './remittance-bradesco.ts';
import { caixa240 } from './remittance-caixa.ts';
import { itau400 } from './remittance-itau.ts';

type Writer = {
  write(remittance: Remittance): string[];
  /** The bank charges from the day after the due date, and the file cannot ask for another day. */
  noGrace?: true;
};

const WRITERS: Readonly<Partial<Record<BoletoBankCode, Writer>>> = {
  '001': { write: bancoDoBrasil240, noGrace: true },
  '104': { write: caixa240 },
  '237': { write: bradesco400, noGrace: true },
  '341': { write: itau400 },
};

/** Whether boletos can be registered at this bank by file. */
export const hasRemittance = (bank: BoletoBankCode) => WRITERS[bank] !== undefined;

/** Whether the bank can wait some days after the due date before it charges a fine and interest. */
export const keepsGrace = (bank: BoletoBankCode) => !WRITERS[bank]?.noGrace;

/**
 * Remittance file that registers or withdraws boletos at a bank: lines of 240 or 400 columns.
 * @throws RangeError when the bank is not supported, a value does not fit, or fine or interest would begin on a day
 * that the bank does not support.
 */
export function writeRemittance(remittance: Remittance): string {
  const { agreement, boletos } = remittance;
  const writer = WRITERS[agreement.bank];
  if (!writer) throw new RangeError(`No remittance for bank ${agreement.bank}`);
  const late = writer.noGrace && boletos.find(hasGrace);
  if (late) {
    const bank = boletoBank(agreement.bank)?.name;
    throw new RangeError(`${bank} charges from the day after ${late.due_date}`);
  }
  return writer
    .write(remittance)
    .map((line) => `${line}\r\n`)
    .join('');
}

const hasGrace = ({ due_date, fine, interest }: RemittanceBoleto) =>
  [fine, interest].some((charge) => charge && charge.from > addDays(due_date, 1));

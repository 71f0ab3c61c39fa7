import type { BoletoBankCode } from '@morada/domain/bank/boleto-banks';
import type { Remittance } from '@morada/domain/bank/cnab/remittance';
import { hasRemittance, writeRemittance } from '@morada/domain/bank/cnab/remittance-file';
import { type CalendarDate, dayOf } from '@morada/domain/base/calendar';

/**
 * How a bank hears which boletos there are, to be registered or taken back. What it makes of them comes later
 * (`registrationTold`): by its return file, or by the answer of a bank's API.
 */
export type BoletoProvider = {
  serves(bank: BoletoBankCode): boolean;
  /** @throws RangeError when something does not fit. */
  tell(remittance: Remittance): { name: string; content: string };
};

/** A file that somebody hands in at the bank's own site. */
export const byFile: BoletoProvider = {
  serves: hasRemittance,
  tell: (remittance) => ({
    name: fileName(remittance.created_on, remittance.sequence),
    content: writeRemittance(remittance),
  }),
};

const two = (number: number) => String(number % 100).padStart(2, '0');

/** `CB221107.REM`: day, month and number of the file, as the one bank that asks for a name wants it. */
const fileName = (day: CalendarDate, sequence: number) => `CB${two(dayOf(day))}${day.slice(5, 7)}${two(sequence)}.REM`;

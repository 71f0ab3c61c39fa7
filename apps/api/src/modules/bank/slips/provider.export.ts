import type { BoletoBankCode } from '@morada/domain/bank/boleto-banks';
import type { Remittance } from '@morada/domain/bank/cnab/remittance';
import { hasRemittance } from '@morada/domain/bank/cnab/remittance-banks';
import { writeRemittance } from '@morada/domain/bank/cnab/remittance-file';
import { type CalendarDate, dayOf } from '@morada/domain/base/calendar';

/**
 * Channel that sends a bank the boletos to register or cancel. The bank's answer arrives later
 * (`applyRegistrations`), in its return file or from its API.
 */
export type BoletoProvider = {
  serves(bank: BoletoBankCode): boolean;
  /** @throws RangeError when a value does not fit its field. */
  tell(remittance: Remittance): { name: string; content: string };
};

/** Writes a file that a person uploads at the bank's site. */
export const byFile: BoletoProvider = {
  serves: hasRemittance,
  tell: (remittance) => ({
    name: fileName(remittance.created_on, remittance.sequence),
    content: writeRemittance(remittance),
  }),
};

const two = (number: number) => String(number % 100).padStart(2, '0');

/** `CB221107.REM`: day, month and sequence number, as required by the one bank that prescribes a name. */
const fileName = (day: CalendarDate, sequence: number) => `CB${two(dayOf(day))}${day.slice(5, 7)}${two(sequence)}.REM`;

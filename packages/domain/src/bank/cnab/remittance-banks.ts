import type { BoletoBankCode } from '../boleto-banks/boleto-bank.ts';

type RemittanceBank = {
  /** The file can ask for fine and interest from a later day than the one after the due date. */
  keepsGrace: boolean;
};

/** Banks at which boletos can be registered by file. */
const REMITTANCE_BANKS = {
  '001': { keepsGrace: false },
  '104': { keepsGrace: true },
  '237': { keepsGrace: false },
  '341': { keepsGrace: true },
} as const satisfies Partial<Record<BoletoBankCode, RemittanceBank>>;

export type RemittanceBankCode = keyof typeof REMITTANCE_BANKS;

/** Whether boletos can be registered at this bank by file. */
export const hasRemittance = (bank: BoletoBankCode): bank is RemittanceBankCode => bank in REMITTANCE_BANKS;

/** Whether the bank's file can wait some days after the due date before it charges a fine and interest. */
export const keepsGrace = (bank: BoletoBankCode): boolean => hasRemittance(bank) && REMITTANCE_BANKS[bank].keepsGrace;

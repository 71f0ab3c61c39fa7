import type { BasisPoints } from '../base/money.ts';
import type { ReformRates } from '../fiscal/reform.ts';
import type { LeaseTaxMode } from '../lease/lease-tax-modes.ts';

/** How a lease is taxed. `fixed`: the rate of a contract that opted for it (art. 487), in the place of the others. */
export type LeaseTaxRule = {
  mode: LeaseTaxMode;
  residential: boolean;
  rates: ReformRates;
  fixed: BasisPoints | null;
};

/** An owner who pays IBS and CBS, with the part of the lease. */
export type TaxPayer = { client_id: number; name: string; share: BasisPoints };

/** How the rent of an invoice was taxed, kept with it: late charges and rent given back are taxed alike. */
export type LeaseTax = LeaseTaxRule & { payers: readonly TaxPayer[] };

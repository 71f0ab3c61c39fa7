import type { ProposalDetail } from '@morada/contract/lease/proposals';

type Extra = ProposalDetail['extraValues'][number];

export const EXTRA_TYPES: Record<Extra['type'], string> = { CREDIT: 'Dedução', DEBIT: 'Acréscimo' };
export const INFLUENCES: Record<Extra['influence'], string> = { RENT: 'Aluguel', EXPENSE: 'Despesa' };

/** Documents that the extra goes into. */
export function destination({ boleto, transfer, brokerage }: Pick<Extra, 'boleto' | 'transfer' | 'brokerage'>): string {
  if (brokerage) return 'Repasse, intermediação';
  if (boleto && transfer) return 'Boleto e repasse';
  return boleto ? 'Boleto' : 'Repasse';
}

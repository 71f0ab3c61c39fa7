/** ON_TOP: a line of its own beside the rent. INCLUDED: the agreed rent has the tax in it. */
export const LEASE_TAX_MODES = {
  ON_TOP: { name: 'Por fora', help: 'O imposto é uma linha da fatura, além do aluguel.' },
  INCLUDED: { name: 'Incluído no aluguel', help: 'O inquilino paga o aluguel combinado: o imposto sai dele.' },
} as const;

export type LeaseTaxMode = keyof typeof LEASE_TAX_MODES;

/** How a contract's income tax is withheld, and which sum it reduces. */
export const WITHHOLDING_MODES = {
  NONE: {
    name: 'Sem retenção',
    help: 'Nenhum imposto é calculado: o inquilino é pessoa física, ou o proprietário é empresa.',
    reduces: null,
  },
  OUTSIDE: {
    name: 'Por fora',
    help: 'O inquilino recolhe o imposto por conta própria; boleto e repasse não mudam, e o valor entra na DIMOB.',
    reduces: null,
  },
  TENANT: {
    name: 'O inquilino retém',
    help: 'O inquilino desconta o imposto e recolhe o DARF: fatura, boleto e repasse já saem líquidos.',
    reduces: 'INVOICE',
  },
  AGENCY: {
    name: 'A imobiliária recolhe',
    help: 'O inquilino paga o boleto inteiro; a imobiliária desconta o imposto do repasse e paga o DARF em nome dele.',
    reduces: 'TRANSFER',
  },
} as const satisfies Record<string, { name: string; help: string; reduces: 'INVOICE' | 'TRANSFER' | null }>;

export type WithholdingMode = keyof typeof WITHHOLDING_MODES;

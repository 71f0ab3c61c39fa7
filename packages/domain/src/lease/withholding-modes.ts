/** Who collects the income tax on the rents that a company pays to a natural person. */
export const WITHHOLDING_MODES = {
  NONE: 'Sem retenção',
  OUTSIDE: 'Por fora',
  TENANT: 'O inquilino retém',
  AGENCY: 'A imobiliária recolhe',
} as const;
export type WithholdingMode = keyof typeof WITHHOLDING_MODES;

/** What each mode means, beside the choice. */
export const WITHHOLDING_HELP: Record<WithholdingMode, string> = {
  NONE: 'O aluguel não tem imposto retido.',
  OUTSIDE: 'O inquilino recolhe o DARF. A fatura e o repasse não mudam; o imposto aparece na DIMOB e no informe.',
  TENANT: 'A fatura e o boleto saem líquidos: o inquilino recolhe o DARF.',
  AGENCY: 'O inquilino paga tudo; a imobiliária desconta o imposto do repasse e recolhe o DARF.',
};

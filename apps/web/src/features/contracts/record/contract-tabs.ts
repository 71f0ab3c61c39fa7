/** Their names go into the address. */
export const PROPOSAL_TABS = [
  'detalhes',
  'fiadores',
  'documentos',
  'faturas',
  'transferencias',
  'deducoes',
  'automatico',
  'cobranca',
  'historico',
] as const;
export type ContractTab = (typeof PROPOSAL_TABS)[number];

/** Their names go into the address. */
export const PROPOSAL_TABS = [
  'detalhes',
  'fiadores',
  'partes',
  'documentos',
  'assinaturas',
  'faturas',
  'transferencias',
  'deducoes',
  'automatico',
  'cobranca',
  'historico',
] as const;
export type ContractTab = (typeof PROPOSAL_TABS)[number];

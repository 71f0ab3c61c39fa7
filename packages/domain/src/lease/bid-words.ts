// Kept out of the rules: lists need only these labels.

export const BID_STATES = {
  DRAFT: 'Rascunho',
  SENT: 'Aguarda o proprietário',
  COUNTERED: 'Aguarda o interessado',
  ACCEPTED: 'Aceita',
  REFUSED: 'Recusada',
  EXPIRED: 'Vencida',
  WITHDRAWN: 'Retirada',
  DONE: 'Com contrato',
} as const;

export const BID_KINDS = { RENT: 'Locação', SALE: 'Venda' } as const;

export const BID_PARTIES = { PROSPECT: 'Interessado', OWNER: 'Proprietário' } as const;

// Kept out of the rules: the browser app's first load needs only these labels, for the filters of the lists.

export const MAINTENANCE_STATES = {
  OPENED: 'Aberto',
  QUOTING: 'Em orçamento',
  AWAITING_APPROVAL: 'Aguardando aprovação',
  APPROVED: 'Aprovado',
  REFUSED: 'Recusado',
  IN_PROGRESS: 'Em execução',
  DONE: 'Concluído',
  CANCELLED: 'Cancelado',
} as const;

/** States in which staff have to do the next step. */
export const WAITING_FOR_STAFF = ['OPENED', 'APPROVED', 'REFUSED'] as const;

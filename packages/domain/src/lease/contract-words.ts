// Kept out of the rules: the browser app's first load needs only these labels, for the filters of the lists.

export const CONTRACT_STATUSES = {
  APPROVED: 'Em andamento',
  CLOSED: 'Encerrado',
} as const;

/** Days before a readjustment in which a contract counts as due for it; the list filters by the same period. */
export const READJUSTMENT_NOTICE_DAYS = 30;

export const INDEFINITE_TERM = 'Prazo indeterminado';

/** Days before its end in which a contract counts as ending. */
export const TERM_NOTICE_DAYS = 30;

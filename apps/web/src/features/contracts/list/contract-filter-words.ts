import { INDEFINITE_TERM, TERM_NOTICE_DAYS } from '@morada/domain/lease/contract-words';

export const TRANSACTIONS = { RENT: 'Locação', SALE: 'Venda' } as const;
export const READJUSTMENTS = { LATE: 'Em atraso', SOON: 'No período' } as const;
export const ENDINGS = {
  SOON: `Nos próximos ${TERM_NOTICE_DAYS} dias`,
  PAST: 'Vencido',
  INDEFINITE: INDEFINITE_TERM,
  DECIDE: 'Prorrogar ou encerrar',
} as const;

import { TERM_NOTICE_DAYS } from '@morada/domain/contract';

export const READJUSTMENTS = { LATE: 'Em atraso', SOON: 'No período' } as const;
export const ENDINGS = { PAST: 'Vencido', SOON: `Nos próximos ${TERM_NOTICE_DAYS} dias` } as const;

import { PUNCTUALITY_STATES, type PunctualityState } from '@morada/domain/punctuality/punctuality';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { calendarDate, idParams, reference } from '../base/fields.ts';
import { problems } from '../base/problem.ts';

const State = z.enum(Object.keys(PUNCTUALITY_STATES) as [PunctualityState, ...PunctualityState[]]);

export const Punctuality = z.object({
  day: calendarDate(),
  /** Months that have fallen due. */
  months: z.int(),
  on_time: z.int(),
  late: z.int(),
  partial: z.int(),
  agreed: z.int(),
  open: z.int(),
  /** Days, of the months paid late; null without any. */
  average_delay: z.nullable(z.int()),
  longest_delay: z.int(),
  /** By due date, the newest first. */
  list: z.array(
    z.object({
      invoice_id: z.int(),
      proposal_id: z.int(),
      reference: reference(),
      due_date: calendarDate(),
      state: State,
      paid_on: z.nullable(calendarDate()),
      days: z.int(),
    }),
  ),
});
export type Punctuality = z.output<typeof Punctuality>;

export const PAPER_CODE = /^[0-9a-f]{24}$/;

export const punctuality = endpoints('punctuality', {
  show: {
    method: 'GET',
    path: '/user/:id/punctuality',
    access: 'CLIENT_VIEW',
    summary: 'Pontualidade de um inquilino: meses em dia, atrasos e média, mês a mês',
    params: idParams,
    response: Punctuality,
  },
  paper: {
    method: 'GET',
    path: '/user/:id/punctuality/paper',
    access: 'CLIENT_VIEW',
    summary: 'Comprovante de pontualidade em PDF, com código de verificação',
    params: idParams,
    file: 'application/pdf',
  },
  check: {
    method: 'GET',
    path: '/paper/:code',
    access: 'public',
    summary: 'Página que confere um comprovante ou extrato pelo código impresso nele',
    params: z.object({ code: z.string().check(z.regex(PAPER_CODE)) }),
    file: 'text/html; charset=utf-8',
  },
});

export const punctualityProblems = problems({
  PUNCTUALITY_NO_PERSON: [404, 'Não encontramos o cliente'],
  PUNCTUALITY_NONE: [409, 'Ainda não há aluguel vencido ou pago por esta pessoa.'],
  PAPER_NOT_FOUND: [404, 'Não encontramos um documento com este código.'],
});

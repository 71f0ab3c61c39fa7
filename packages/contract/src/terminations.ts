import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import {
  blank,
  calendarDate,
  givenDate,
  id,
  idParams,
  instant,
  money,
  nonNegativeMoney,
  optionalText,
  positiveMoney,
  text,
} from './fields.ts';
import { problems } from './problem.ts';

export const TerminationDraft = z.object({
  left_on: givenDate('Informe a data da saída'),
  /** Absent: as agreed, by the time left. */
  penalty: z.optional(z.nullable(nonNegativeMoney('Informe a multa'))),
  /** A penalty that is waived says why. */
  waived_because: optionalText(500),
  /** What is given back of the deposit, corrected. */
  deposit_return: z.optional(z.nullable(nonNegativeMoney('Informe o valor a devolver'))),
  extras: z.optional(
    z
      .array(
        z.object({
          description: text('Informe a descrição'),
          amount: positiveMoney('Informe o valor'),
          type: z.enum(['CREDIT', 'DEBIT'], 'Informe o tipo'),
        }),
      )
      .check(z.maxLength(50, 'Use até 50 linhas')),
  ),
  due_date: blank(givenDate('Informe o vencimento')),
});

export const TerminationSheet = z.object({
  left_on: calendarDate(),
  /** What makes up the total: DEBIT is owed by the tenant. */
  lines: z.array(
    z.object({
      kind: z.enum(['RENT', 'PENALTY', 'EXTRA', 'DEPOSIT']),
      name: z.string(),
      note: z.optional(z.string()),
      amount: money,
    }),
  ),
  /** Agreed penalty by the time left, before anybody changed it. */
  proposed_penalty: money,
  waived_because: z.nullable(z.string()),
  /** Invoices that stay owed beside the sheet, with their charges on that day. */
  open_invoices: z.array(
    z.object({ id: z.int(), reference: z.string(), due_date: calendarDate(), amount: money, late: money }),
  ),
  /** Above zero the tenant owes, below the agency gives back. */
  total: money,
  due_date: calendarDate(),
});

export const Termination = z.object({
  id: z.int(),
  sheet: TerminationSheet,
  invoice_id: z.nullable(z.int()),
  transfer_id: z.nullable(z.int()),
  created_at: instant,
});

const editing = ['PROPOSAL_EDIT', 'PROPOSAL_UPDATE'] as const;

export const terminations = endpoints({
  draft: {
    method: 'POST',
    path: '/proposal/:id/termination/draft',
    access: 'PROPOSAL_VIEW',
    summary: 'Calcular a rescisão, sem encerrar nada',
    params: idParams,
    body: TerminationDraft,
    response: TerminationSheet,
  },
  draftPdf: {
    method: 'POST',
    path: '/proposal/:id/termination/draft/pdf',
    access: 'PROPOSAL_VIEW',
    summary: 'A folha de rescisão em PDF, sem encerrar nada',
    params: idParams,
    body: TerminationDraft,
    file: 'application/pdf',
  },
  apply: {
    method: 'PUT',
    path: '/proposal/:id/termination',
    access: editing,
    summary: 'Encerrar o contrato com a folha de rescisão, que vira a última fatura ou um repasse',
    params: idParams,
    body: TerminationDraft,
    response: Termination,
    status: 201,
    versioned: true,
  },
  show: {
    method: 'GET',
    path: '/proposal/:id/termination',
    access: 'PROPOSAL_VIEW',
    summary: 'A rescisão de um contrato encerrado',
    params: idParams,
    response: Termination,
  },
  pdf: {
    method: 'GET',
    path: '/proposal/:id/termination/pdf',
    access: 'PROPOSAL_VIEW',
    summary: 'A folha de rescisão em PDF',
    params: z.object({ id }),
    file: 'application/pdf',
  },
});

export const terminationProblems = problems({
  TERMINATION_NOT_FOUND: [404, 'Este contrato foi encerrado sem folha de rescisão.'],
  LEFT_BEFORE_START: [422, 'A saída não pode vir antes do início do contrato.', 'left_on'],
  WAIVER_WITHOUT_REASON: [422, 'Informe por que a multa foi dispensada.', 'waived_because'],
});

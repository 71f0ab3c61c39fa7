import { isWaiverExplained } from '@morada/domain/lease/penalty';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import {
  blank,
  calendarDate,
  givenDate,
  id,
  idParams,
  instant,
  money,
  nonNegativeMoney,
  optionalProse,
  positiveMoney,
  recordId,
  text,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { SETTLEMENT } from '../base/subjects.ts';
import { ProposalDetail } from '../lease/proposals.ts';

export const PenaltyWaiver = z.enum(['JOB_TRANSFER', 'AGREEMENT', 'OTHER'], 'Informe por que a multa foi dispensada');

export const TerminationDraft = z
  .object({
    /** The last day the tenant has the property. */
    left_on: givenDate('Informe a data da saída'),
    /** Absent: the agreed penalty, in proportion to the time left. */
    penalty: z.optional(z.nullable(nonNegativeMoney('Informe a multa'))),
    /** Reason of a waived penalty. */
    waiver: z.optional(z.nullable(z.object({ reason: PenaltyWaiver, note: optionalProse(500) }))),
    /** Returned part of the deposit, corrected by the savings account (Lei 8.245, art. 38, § 2º). */
    deposit_return: z.optional(z.nullable(nonNegativeMoney('Informe o valor a devolver'))),
    deposit_held_by: z._default(z.enum(['AGENCY', 'OWNER'], 'Informe com quem está a caução'), 'AGENCY'),
    extras: z.optional(
      z
        .array(
          z.object({
            description: text('Informe a descrição'),
            amount: positiveMoney('Informe o valor'),
            type: z.enum(['CREDIT', 'DEBIT'], 'Informe o tipo'),
            /** Credited or debited to the owner; otherwise to the agency. */
            transfer: z._default(z.boolean(), true),
          }),
        )
        .check(z.maxLength(50, 'Use até 50 linhas')),
    ),
    /** Charging of fees in the month of leaving; a fee that is not listed takes the sheet's default. */
    fees: z.optional(
      z.array(z.object({ id: recordId(), by_days: z.boolean() })).check(z.maxLength(100, 'Use até 100 taxas')),
    ),
    /** Rent of the month of leaving by its days, or whole. Absent: as the contract charges it. */
    rent_by_days: z.optional(z.boolean()),
    due_date: blank(givenDate('Informe o vencimento')),
  })
  .check(
    z.refine(({ waiver }) => !waiver || isWaiverExplained(waiver), {
      path: ['waiver', 'note'],
      message: 'Informe por que a multa foi dispensada',
    }),
  );

export const TerminationSheet = z.object({
  left_on: calendarDate(),
  /** Lines add up to the total; debts of the tenant are positive. */
  lines: z.array(
    z.object({
      kind: z.enum(['RENT', 'FEE', 'LEASE_TAX', 'INVOICE', 'LATE', 'PENALTY', 'EXTRA', 'DEPOSIT']),
      name: z.string(),
      note: z.optional(z.string()),
      amount: money,
      /** Payers in words: "inquilino", "proprietário R$ 1.350,00 e imobiliária R$ 150,00". */
      paid_by: z.optional(z.string()),
    }),
  ),
  /** Agreed penalty in proportion to the time left, before edits, with its calculation. */
  proposed_penalty: money,
  penalty_words: z.string(),
  /** The lease runs without a term: no penalty. Absent in older sheets. */
  without_term: z.optional(z.boolean()),
  /** Fees of the month of leaving, as its invoice charged them where there is one, and how each is charged. Absent in older sheets. */
  fees: z.optional(z.array(z.object({ id: z.int(), name: z.string(), price: money, by_days: z.boolean() }))),
  /**
   * Rent of the month of leaving, whole and by its days, and which of them the sheet charges. Absent in older sheets, and
   * where the two are the same.
   */
  rent: z.optional(z.object({ by_days: z.boolean(), whole: money, days: money, words: z.string() })),
  /** Extra values that waited for the owners' transfers; below zero the owners owe them. Absent in older sheets. */
  owner_lines: z.optional(z.array(z.object({ name: z.string(), note: z.optional(z.string()), amount: money }))),
  /** What each owner owes at the end, below zero, or gets. Absent in older sheets. */
  owners: z.optional(z.array(z.object({ user_id: z.int(), name: z.string(), amount: money }))),
  /** Above zero the tenant owes, below zero the tenant is refunded. */
  total: money,
  total_words: z.string(),
  /** Totals of the last invoice and of the refund to the tenant; null: there is none. */
  invoice_amount: z.nullable(money),
  refund_amount: z.nullable(money),
  /** Payers of the refund: each owner by share, debited to the next transfers. */
  refund_paid_by: z.optional(
    z.nullable(
      z.object({
        owners: z.array(z.object({ user_id: z.int(), name: z.string(), amount: money })),
        agency: money,
        deposit: money,
      }),
    ),
  ),
  due_date: calendarDate(),
});

export type TerminationSheet = z.output<typeof TerminationSheet>;

export const Termination = z.object({
  id: z.int(),
  sheet: TerminationSheet,
  invoice_id: z.nullable(z.int()),
  transfer_id: z.nullable(z.int()),
  created_at: instant,
});

/** What closing a contract at once leaves undecided. */
export const ClosingRest = z.object({
  /** `RENT`, `PENALTY`, `DEPOSIT`, or the extra value. */
  key: z.string(),
  /** TENANT: above zero the tenant owes it, below zero it is the tenant's. OWNER: the owners. */
  side: z.enum(['TENANT', 'OWNER']),
  name: z.string(),
  note: z.optional(z.string()),
  amount: money,
  /** Settled unless chosen otherwise. */
  settles: z.boolean(),
  /** The rest of a settlement: it can only be settled. */
  must: z.boolean(),
});
export type ClosingRest = z.output<typeof ClosingRest>;

export const Closing = z.object({
  /** Invoices that are withdrawn, and those that stay owed. */
  withdrawn: z.int(),
  owed: z.int(),
  owed_amount: money,
  rests: z.array(ClosingRest),
});

export const ClosingChoice = z.object({
  /** Absent, or not listed: as proposed. */
  rests: z.optional(
    z
      .array(z.object({ key: z.string().check(z.maxLength(30)), settle: z.boolean() }))
      .check(z.maxLength(500, 'Use até 500 escolhas')),
  ),
  /** Why a debt that waited is not charged. */
  reason: optionalProse(500),
});

const editing = ['PROPOSAL_EDIT', 'PROPOSAL_UPDATE'] as const;

export const terminations = endpoints('contracts', {
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
    changes: [...SETTLEMENT, 'properties'],
    params: idParams,
    body: TerminationDraft,
    response: Termination,
    status: 201,
    versioned: true,
    idempotent: true,
  },
  closing: {
    method: 'GET',
    path: '/proposal/:id/close',
    access: 'PROPOSAL_VIEW',
    summary: 'O que fica por decidir ao encerrar agora: cada valor que nenhuma fatura ou repasse levou',
    params: idParams,
    response: Closing,
  },
  close: {
    method: 'PATCH',
    path: '/proposal/:id/close',
    access: editing,
    summary: 'Encerrar contrato',
    changes: [...SETTLEMENT, 'properties'],
    params: idParams,
    body: z.optional(z.nullable(ClosingChoice)),
    response: ProposalDetail,
    versioned: true,
    idempotent: true,
  },
  undo: {
    method: 'DELETE',
    path: '/proposal/:id/termination',
    access: editing,
    summary: 'Desfazer a rescisão: o contrato volta a andamento e as faturas em aberto voltam',
    changes: [...SETTLEMENT, 'properties'],
    idempotent: true,
    params: idParams,
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
  LEFT_BEFORE_START: [422, 'A saída não pode vir antes do início do contrato', 'left_on'],
  LEFT_IN_FUTURE: [422, 'A saída não pode passar de hoje para encerrar o contrato', 'left_on'],
  PROPERTY_NOT_FREE: [409, 'O imóvel não está mais disponível: o contrato não pode voltar a andamento.'],
  LAST_INVOICE_PAID: [409, 'A última fatura já foi paga. Estorne-a antes de desfazer o encerramento.'],
  LAST_INVOICE_IN_AGREEMENT: [
    409,
    'A última fatura está em um acordo. Cancele o acordo antes de desfazer o encerramento.',
  ],
  LAST_MONTH_IN_AGREEMENT: [
    409,
    'A fatura do mês da saída está em um acordo. Cancele o acordo antes de fazer a folha.',
  ],
  LAST_MONTH_PAID_BY_AGREEMENT: [
    409,
    'Um acordo que já terminou recebeu a fatura do mês da saída, ou parte dela, e a folha não reparte esse mês. Use “Encerrar agora”: o saldo continua em aberto. Se a fatura cobra dias depois da saída, lance antes uma dedução no contrato.',
  ],
  REST_MUST_SETTLE: [409, 'É a diferença da baixa de uma fatura, e o encerramento a acerta', 'rests'],
  REST_UNKNOWN: [409, 'O que fica por decidir mudou. Confira de novo antes de encerrar.', 'rests'],
  REST_UNEXPLAINED: [422, 'Informe por que o valor não será cobrado', 'reason'],
  OWNER_GONE: [409, 'O imóvel não tem mais proprietário. Vincule um antes de desfazer o encerramento.'],
  PROPERTY_NOT_LET: [
    409,
    'O imóvel mudou de aluguel para venda ou de venda para aluguel: o contrato não pode voltar a andamento.',
  ],
  TENANT_GONE: [409, 'O inquilino foi deletado ou anonimizado: o contrato não pode voltar a andamento.'],
  GUARANTOR_GONE: [409, 'Um fiador foi deletado ou anonimizado: o contrato não pode voltar a andamento.'],
  TENANT_OWNS: [409, 'O inquilino é hoje proprietário do imóvel: o contrato não pode voltar a andamento.'],
  NOT_A_RENT: [409, 'Só um contrato de aluguel tem rescisão.'],
});

import { APPROVAL_REASONS } from '@morada/domain/bank/payouts/payout-safeguards';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import {
  blank,
  calendarDate,
  givenDate,
  idParams,
  instant,
  money,
  nonNegativeMoney,
  prose,
  recordId,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { PaymentBatch } from '../money/payments.ts';
import { BankLinkChange } from './bank-link.ts';
import { ApprovalRefusal, PAYOUT_PEOPLE, PayoutRow } from './payout-tasks.ts';

/** An absent secret stays unchanged. */
export const PayoutLinkChange = z.object({
  ...z.omit(BankLinkChange, { pix_key: true }).shape,
  account: z.nullable(
    z.string().check(z.trim(), z.regex(/^\d{1,20}$/, 'Informe só os números da conta, com o dígito')),
  ),
});

export const PayoutLink = z.object({
  id: z.int(),
  base_url: z.string(),
  token_url: z.string(),
  client_id: z.string(),
  authority: z.nullable(z.string()),
  account: z.nullable(z.string()),
  /** Day on which the certificate ends; null when it can't be read. */
  certificate_until: z.nullable(calendarDate()),
  answered_at: z.nullable(instant),
  failing_since: z.nullable(instant),
  problem: z.nullable(z.string()),
});
export type PayoutLink = z.output<typeof PayoutLink>;

export const PayoutSafeguards = z.object({
  approve_over: z.nullable(nonNegativeMoney('Informe o valor a partir do qual outra pessoa aprova')),
  daily_limit: z.nullable(nonNegativeMoney('Informe o limite do dia')),
  new_account: z.enum(['FREE', 'WAIT', 'APPROVE'], 'Escolha o que fazer com uma conta nova'),
  wait_hours: z
    .int('Informe de 1 a 168 horas')
    .check(z.gte(1, 'Informe de 1 a 168 horas'), z.lte(168, 'Informe de 1 a 168 horas')),
  /**
   * Days for which people whose access one of them had in hand don't approve each other's payments, and for which safeguards
   * that were eased go on as they were. 0: no such pause.
   */
  people_days: z._default(
    z.int('Informe de 0 a 90 dias').check(z.gte(0, 'Informe de 0 a 90 dias'), z.lte(90, 'Informe de 0 a 90 dias')),
    7,
  ),
});

/** What a payment waits for, and who decided on it. */
export const PaymentApproval = z.object({
  batch_id: z.int(),
  means: z.enum(['FILE', 'PIX']),
  state: z.enum(['WAITING', 'APPROVED', 'REJECTED']),
  reasons: z.array(z.enum(APPROVAL_REASONS)),
  not_before: z.nullable(instant),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(instant),
  note: z.nullable(z.string()),
  refusal: ApprovalRefusal,
});
export type PaymentApproval = z.output<typeof PaymentApproval>;

const WaitingPayment = z.object({
  id: z.int(),
  means: z.enum(['FILE', 'PIX']),
  pay_on: calendarDate(),
  amount: money,
  /** Payees, the largest amount first, up to three. */
  owners: z.array(z.string()),
  /** Number of target accounts. */
  accounts: z.int(),
  /** Reasons for an approval: the amount, or an account never paid before or recently changed. */
  reasons: z.array(z.enum(APPROVAL_REASONS)),
  by: z.nullable(z.string()),
  created_at: instant,
  refusal: ApprovalRefusal,
});

const chosen = z
  .array(recordId())
  .check(z.minLength(1, 'Escolha ao menos um repasse'), z.maxLength(500, 'Escolha até 500 repasses'));

const [MAKERS, APPROVERS] = PAYOUT_PEOPLE;
const MONEY_MOVES = ['finance', 'transfers', 'payments'] as const;

/** Payments of transfers by a call of the bank, and the safeguards of every payment. */
export const payouts = endpoints('payouts', {
  link: {
    method: 'GET',
    path: '/payout-link',
    access: '*',
    summary: 'Ligação com o banco que paga por Pix: dados e estado',
    response: z.object({ link: z.nullable(PayoutLink) }),
  },
  saveLink: {
    method: 'PUT',
    path: '/payout-link',
    access: '*',
    summary: 'Cadastrar ou trocar a ligação que paga; segredo, certificado e chave ficam como estão quando não vêm',
    body: PayoutLinkChange,
    secrets: ['client_secret', 'certificate', 'private_key'],
    response: z.object({ link: z.nullable(PayoutLink) }),
  },
  removeLink: {
    method: 'DELETE',
    path: '/payout-link',
    access: '*',
    summary: 'Desconectar o banco que paga; o que já foi enviado continua a ser lido',
  },
  checkLink: {
    method: 'POST',
    path: '/payout-link/check',
    access: '*',
    summary: 'Testar agora a ligação que paga',
    response: z.object({ link: z.nullable(PayoutLink) }),
  },
  safeguards: {
    method: 'GET',
    path: '/payout/safeguards',
    access: PAYOUT_PEOPLE,
    summary: 'Proteções dos pagamentos, e se o banco paga por Pix',
    response: z.object({
      ...PayoutSafeguards.shape,
      /** Whether a bank is connected that pays. */
      linked: z.boolean(),
      /** Amount approved for today. */
      today: money,
      /** What the agency's own transfers suggest, while nothing is set. */
      proposed: z.nullable(PayoutSafeguards),
      /** Whether some were eased lately, and still hold as they were. */
      eased: z.boolean(),
    }),
  },
  saveSafeguards: {
    method: 'PUT',
    path: '/payout/safeguards',
    access: '*',
    summary: 'Mudar as proteções dos pagamentos',
    body: PayoutSafeguards,
  },
  create: {
    method: 'POST',
    path: '/financial/payouts',
    access: MAKERS,
    summary: 'Pagar repasses por Pix, pelo banco conectado, depois das proteções',
    changes: MONEY_MOVES,
    body: z.object({ transfers: chosen, per_owner: z._default(z.boolean(), false) }),
    response: PaymentBatch,
    status: 201,
  },
  ofPayment: {
    method: 'GET',
    path: '/financial/payments/:id/payouts',
    access: ['FINANCIAL_TRANSFER_VIEW', 'FINANCIAL_VIEW', ...PAYOUT_PEOPLE],
    summary: 'O que um pagamento espera, e como está cada Pix dele',
    params: idParams,
    response: z.object({ approval: z.nullable(PaymentApproval), payouts: z.array(PayoutRow) }),
  },
  waiting: {
    method: 'GET',
    path: '/payout/approvals',
    access: PAYOUT_PEOPLE,
    summary: 'Pagamentos que esperam outra pessoa, por Pix e por arquivo',
    response: z.object({
      data: z.array(WaitingPayment),
      /** Amount approved for today, and the limit of a day. */
      today: money,
      daily_limit: z.nullable(money),
    }),
  },
  approve: {
    method: 'POST',
    path: '/payout/approvals/:id/approve',
    access: APPROVERS,
    summary: 'Aprovar um pagamento que outra pessoa montou',
    changes: MONEY_MOVES,
    params: idParams,
  },
  reject: {
    method: 'POST',
    path: '/payout/approvals/:id/reject',
    access: APPROVERS,
    summary: 'Recusar um pagamento: os repasses ficam livres',
    changes: MONEY_MOVES,
    params: idParams,
    body: z.object({ note: prose('Informe o motivo', 300) }),
  },
  settle: {
    method: 'POST',
    path: '/payout/:id/settle',
    access: APPROVERS,
    summary: 'Decidir pelo extrato um Pix que o banco não respondeu: pago, ou não',
    changes: MONEY_MOVES,
    params: idParams,
    body: z.object({
      paid: z.boolean(),
      /** Day on which the bank paid, by its statement; absent: the day on which it was sent. */
      pay_day: blank(givenDate('Informe a data do pagamento')),
    }),
  },
  giveBack: {
    method: 'POST',
    path: '/payout/:id/return',
    access: PAYOUT_PEOPLE,
    summary:
      'Marcar um Pix pago como devolvido: os repasses voltam a pendentes, depois que outra pessoa confirmar onde as proteções a pedem',
    changes: MONEY_MOVES,
    params: idParams,
    body: z.object({ reason: prose('Informe o motivo', 300) }),
    response: z.object({
      /** Whether the return waits for another person. */
      waits: z.boolean(),
    }),
  },
  confirmReturn: {
    method: 'POST',
    path: '/payout/:id/return/confirm',
    access: APPROVERS,
    summary: 'Confirmar a devolução de um Pix que outra pessoa marcou: os repasses voltam a pendentes',
    changes: MONEY_MOVES,
    params: idParams,
  },
  keepPaid: {
    method: 'DELETE',
    path: '/payout/:id/return',
    access: PAYOUT_PEOPLE,
    summary: 'Recusar a devolução marcada: o Pix continua pago',
    changes: MONEY_MOVES,
    params: idParams,
  },
});

export const payoutProblems = problems({
  PAYOUT_LINK_NOT_FOUND: [404, 'Nenhum banco está conectado para pagar.'],
  PAYOUT_UNLINKED: [409, 'Nenhum banco está conectado para pagar por Pix. Pague por arquivo ou planilha.'],
  PAYOUT_NOT_FOUND: [404, 'Não encontramos este pagamento por Pix.'],
  PAYOUT_NOT_PAYABLE: [409, 'Um dos repasses não pode ser pago por Pix. Confira a lista.'],
  PAYOUT_DAY_FULL: [409, 'O pagamento passa do limite do dia.'],
  PAYOUT_DECIDED: [409, 'Este pagamento já foi decidido por outra pessoa.'],
  PAYOUT_OWN: [409, 'Quem montou o pagamento não o aprova: peça a outra pessoa.'],
  PAYOUT_OWN_ACCOUNT: [409, 'Quem alterou a conta não aprova o pagamento a ela: peça a outra pessoa.'],
  PAYOUT_TIED: [
    409,
    'Quem montou e quem aprova precisam ser pessoas que não mexeram há pouco no acesso uma da outra (cadastro, senha, segunda etapa, e-mail ou grupo). Peça a outra pessoa.',
  ],
  PAYOUT_WAITING: [409, 'Este pagamento espera a aprovação de outra pessoa.'],
  PAYOUT_RETURNED_IN_PART: [
    409,
    'O banco do inquilino já devolveu parte ou todo o valor de um repasse deste pagamento. Cancele o pagamento: só o resto fica por pagar.',
  ],
  PAYOUT_EARLY: [409, 'Este pagamento espera o prazo da conta nova ou alterada.'],
  PAYOUT_AT_BANK: [409, 'O banco está pagando por Pix. Espere a resposta dele.'],
  PAYOUT_PAID: [409, 'O banco pagou este repasse por Pix. Se o dinheiro voltou, marque o Pix como devolvido.'],
  PAYOUT_BY_BANK: [409, 'Este pagamento é feito pelo banco: ele conclui os repasses.'],
  PAYOUT_PAY_DAY: [422, 'Informe um dia entre o envio do Pix e hoje', 'pay_day'],
  PAYOUT_RETURN_ASKED: [409, 'A devolução deste Pix já foi marcada e espera outra pessoa.'],
  PAYOUT_RETURN_NOT_ASKED: [409, 'A devolução deste Pix não foi marcada.'],
  PAYOUT_RETURN_OWN: [409, 'Quem marcou a devolução não a confirma: peça a outra pessoa.'],
  PAYOUT_STATE: [409, 'Este pagamento por Pix já mudou de situação.'],
});

import { RECURRENCE_STATES, RETRY_POLICIES } from '@morada/domain/bank/pix/recurrence';
import { RECURRING_CHARGE_STATES } from '@morada/domain/bank/pix/recurring-charge';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { calendarDate, idParams, instant, money, text } from '../base/fields.ts';
import { problems } from '../base/problem.ts';

const oneOf = <T extends string>(words: Record<T, string>, message?: string) =>
  z.enum(Object.keys(words) as [T, ...T[]], message);

export const ACCOUNT_TYPES = { CORRENTE: 'Conta corrente', POUPANCA: 'Poupança', PAGAMENTO: 'Conta de pagamento' };
export type AccountType = 'CORRENTE' | 'POUPANCA' | 'PAGAMENTO';

export const RecurringSettingChange = z.object({
  active: z.boolean(),
  policy: oneOf(RETRY_POLICIES, 'Escolha o que fazer quando falta saldo'),
  with_minimum: z.boolean(),
  branch: z.nullable(z.string().check(z.trim(), z.regex(/^\d{1,4}$/, 'Informe até 4 números'))),
  account: text('Informe a conta', 20).check(z.regex(/^[0-9A-Za-z]+$/, 'Informe só os números da conta, com o dígito')),
  account_type: z.enum(['CORRENTE', 'POUPANCA', 'PAGAMENTO'], 'Escolha o tipo da conta'),
});

export const RecurringSetting = z.object({
  active: z.boolean(),
  policy: oneOf(RETRY_POLICIES),
  with_minimum: z.boolean(),
  branch: z.nullable(z.string()),
  account: z.string(),
  account_type: z.enum(['CORRENTE', 'POUPANCA', 'PAGAMENTO']),
  failing_since: z.nullable(instant),
  problem: z.nullable(z.string()),
  /** Authorisations in force, and those that wait for the tenant. */
  approved: z.int(),
  offered: z.int(),
});
export type RecurringSetting = z.output<typeof RecurringSetting>;

const State = oneOf(RECURRENCE_STATES);

export const Recurrence = z.object({
  id: z.int(),
  state: State,
  /** The cancellation is still to be sent to the bank. */
  canceling: z.boolean(),
  first_date: calendarDate(),
  last_date: z.nullable(calendarDate()),
  minimum: z.nullable(money),
  policy: oneOf(RETRY_POLICIES),
  /** Code that authorises the recurrence alone; null until the bank has accepted it. */
  code: z.nullable(z.string()),
  ended_by: z.nullable(z.string()),
  end_reason: z.nullable(z.string()),
  problem: z.nullable(z.string()),
  steps: z.array(z.object({ state: State, at: instant })),
  charges: z.array(
    z.object({
      id: z.int(),
      invoice_id: z.int(),
      due_date: calendarDate(),
      amount: money,
      state: oneOf(RECURRING_CHARGE_STATES),
      attempts: z.int(),
      retry_on: z.nullable(calendarDate()),
      problem: z.nullable(z.string()),
    }),
  ),
});
export type Recurrence = z.output<typeof Recurrence>;

const token = z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) });
/** Records that one notice may name. */
const MOST_NAMED = 1_000;
const named = <T extends z.ZodMiniType>(record: T) => z.array(record).check(z.maxLength(MOST_NAMED));

/** Pix Automático: tenants authorise once, and each invoice is charged to their account. */
export const recurrences = endpoints('recurrences', {
  setting: {
    method: 'GET',
    path: '/bank-link/recurring',
    access: '*',
    summary: 'Pix Automático: como a imobiliária o oferece',
    response: z.object({ linked: z.boolean(), setting: z.nullable(RecurringSetting) }),
  },
  save: {
    method: 'PUT',
    path: '/bank-link/recurring',
    access: '*',
    summary: 'Ligar, desligar ou alterar o Pix Automático',
    body: RecurringSettingChange,
  },
  tasks: {
    method: 'GET',
    path: '/bank-link/recurring/tasks',
    access: 'BOLETO_DOWN',
    summary: 'O que o Pix Automático pede a uma pessoa: débitos que falharam, autorizações que o inquilino encerrou',
    response: z.object({
      failed: z.array(
        z.object({
          invoice_id: z.int(),
          tenant: z.string(),
          due_date: calendarDate(),
          amount: money,
          problem: z.nullable(z.string()),
        }),
      ),
      ended: z.array(z.object({ proposal_id: z.int(), tenant: z.string(), ended_by: z.string() })),
    }),
  },
  show: {
    method: 'GET',
    path: '/proposal/:id/recurrence',
    access: 'PROPOSAL_VIEW',
    summary: 'Pix Automático de um contrato: estado, código para o inquilino, histórico e débitos',
    params: idParams,
    response: z.object({
      /** Whether the agency offers it. */
      available: z.boolean(),
      recurrence: z.nullable(Recurrence),
    }),
  },
  offer: {
    method: 'POST',
    path: '/proposal/:id/recurrence',
    access: ['PROPOSAL_EDIT', 'PROPOSAL_UPDATE'],
    summary: 'Oferecer Pix Automático ao inquilino de um contrato',
    params: idParams,
  },
  cancel: {
    method: 'DELETE',
    path: '/proposal/:id/recurrence',
    access: ['PROPOSAL_EDIT', 'PROPOSAL_UPDATE'],
    summary: 'Cancelar o Pix Automático de um contrato; o que foi debitado continua pago',
    params: idParams,
  },
  /** Webhook of the bank. The recurrences named are read from the bank's API before they count. */
  recurrenceNotice: {
    method: 'POST',
    path: '/bank-link/notices/:token/rec',
    access: 'public',
    summary: 'Aviso do banco de recorrências que mudaram',
    params: token,
    body: z.object({ recs: named(z.object({ idRec: z.string().check(z.regex(/^[a-zA-Z0-9]{29}$/)) })) }),
  },
  chargeNotice: {
    method: 'POST',
    path: '/bank-link/notices/:token/cobr',
    access: 'public',
    summary: 'Aviso do banco de cobranças recorrentes que mudaram',
    params: token,
    body: z.object({ cobsr: named(z.object({ txid: z.string().check(z.regex(/^[a-zA-Z0-9]{26,35}$/)) })) }),
  },
});

export const recurrenceProblems = problems({
  RECURRENCE_UNAVAILABLE: [409, 'A imobiliária não oferece Pix Automático.'],
  RECURRENCE_STANDING: [409, 'Este contrato já tem Pix Automático.'],
  RECURRENCE_NOT_FOUND: [404, 'Este contrato não tem Pix Automático.'],
  RECURRENCE_CLOSED: [409, 'O contrato está encerrado.'],
  RECURRENCE_NO_PAYMENT: [409, 'Esta fatura não pode ser paga com a autorização agora.'],
  RECURRENCE_NO_DOCUMENT: [409, 'Falta o CPF ou CNPJ do inquilino no cadastro.'],
});

import {
  ACCEPTED_HOW,
  type AcceptedHow,
  MOST_INSTALMENTS,
  MOST_MONTHLY_INTEREST,
} from '@morada/domain/debt-agreement/debt-agreement';
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
  optionalProse,
  page,
  partOfWhole,
  percent,
  prose,
  recordId,
  reference,
  text,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { SETTLEMENT } from '../base/subjects.ts';
import { InvoiceStatus } from '../money/invoices.ts';
import { DEBT_AGREEMENT_READERS, DebtAgreementSearch } from './debt-agreements.search.ts';

export const DebtAgreementState = z.enum(['OFFERED', 'ACCEPTED', 'KEPT', 'BROKEN', 'CANCELLED', 'EXPIRED']);

const person = z.object({ id: z.int(), name: z.string() });

const INSTALMENTS = `De 1 a ${MOST_INSTALMENTS} parcelas`;
const INTEREST = 'De 0 a 1% ao mês';

const terms = {
  proposal_id: recordId('Informe o contrato'),
  invoices: z
    .array(recordId())
    .check(z.minLength(1, 'Escolha ao menos uma fatura'), z.maxLength(60, 'Escolha até 60 faturas')),
  instalments: z.int(INSTALMENTS).check(z.gte(1, INSTALMENTS), z.lte(MOST_INSTALMENTS, INSTALMENTS)),
  first_due: givenDate('Informe o vencimento da primeira parcela'),
  /** Amount of the first instalment without interest; absent: all are equal. */
  first_amount: blank(nonNegativeMoney('Informe o valor da primeira parcela')),
  /** Discount on fine and interest. */
  charges_off: partOfWhole('De 0 a 100%'),
  /** Discount on the rent. */
  rent_off: partOfWhole('De 0 a 100%'),
  /** Simple interest a month on the instalments. */
  monthly_interest: partOfWhole(INTEREST).check(z.lte(MOST_MONTHLY_INTEREST, INTEREST)),
};

export const DebtAgreementTerms = z.object(terms);

const line = z.object({ kind: z.string(), name: z.string(), note: z.optional(z.string()), amount: money });

/** Parts of an instalment that its payment divides: what each owner receives, and the rest. */
const division = {
  /** To the owners, after the agency's fee. */
  owners: money,
  /** Administration fee, and the agency's part of late charges. */
  agency: money,
  /** Fees held for third parties, such as the condominium, and extra values. */
  others: money,
};

const instalment = z.object({
  number: z.int(),
  due_date: calendarDate(),
  amount: money,
  lines: z.array(line),
  ...division,
});

const debt = z.object({
  id: z.int(),
  reference: reference(),
  due_date: calendarDate(),
  amount: money,
  fine: money,
  interest: money,
  /** Part of the invoice that the instalments pay, after discounts. */
  agreed: money,
});

const sums = {
  principal: money,
  charges: money,
  discount: money,
  /** Interest of the instalments. */
  interest: money,
  total: money,
};

export const DebtAgreementSimulation = z.object({
  invoices: z.array(debt),
  instalments: z.array(instalment),
  ...sums,
  ...division,
  valid_until: calendarDate(),
  text: z.string(),
});
export type DebtAgreementSimulation = z.output<typeof DebtAgreementSimulation>;

export const DebtAgreementRow = z.object({
  id: z.int(),
  state: DebtAgreementState,
  proposal_id: z.int(),
  user: person,
  property: z.string(),
  offered_on: calendarDate(),
  valid_until: calendarDate(),
  instalments: z.int(),
  /** Instalments paid in full. */
  paid_instalments: z.int(),
  total: money,
  /** Received by its instalments. */
  paid: money,
  /** Due date of the oldest open instalment. */
  next_due: z.nullable(calendarDate()),
  /** Day on which it breaks unless an instalment is paid; null: nothing is late. */
  breaks_on: z.nullable(calendarDate()),
  ended_on: z.nullable(calendarDate()),
});
export type DebtAgreementRow = z.output<typeof DebtAgreementRow>;

export const DebtAgreementDetail = z.object({
  ...DebtAgreementRow.shape,
  first_due: calendarDate(),
  charges_off: percent,
  rent_off: percent,
  monthly_interest: percent,
  break_days: z.int(),
  first_days: z.int(),
  ...sums,
  invoices: z.array(
    z.object({
      ...debt.shape,
      /** After a break or cancellation: the amount paid of the invoice, and the new invoice of the rest. */
      paid: z.nullable(money),
      returned_id: z.nullable(z.int()),
    }),
  ),
  plan: z.array(
    z.object({
      number: z.int(),
      due_date: calendarDate(),
      amount: money,
      /** Invoice of the instalment, and the open balance of one paid in part. */
      invoices: z.array(
        z.object({
          id: z.int(),
          status: InvoiceStatus,
          due_date: calendarDate(),
          amount: money,
          pay_day: z.nullable(calendarDate()),
          paid_amount: z.nullable(money),
        }),
      ),
    }),
  ),
  text: z.string(),
  text_hash: z.string(),
  accepted_at: z.nullable(instant),
  accepted_how: z.nullable(z.enum(Object.keys(ACCEPTED_HOW) as [AcceptedHow, ...AcceptedHow[]])),
  accepted_name: z.nullable(z.string()),
  accepted_address: z.nullable(z.string()),
  document_id: z.nullable(z.int()),
  document_hash: z.nullable(z.string()),
  held_until: z.nullable(calendarDate()),
  end_reason: z.nullable(z.string()),
  /** Page of the client area where the tenant accepts; null without the public address of the installation. */
  url: z.nullable(z.string()),
  /** Text ready to be sent. */
  message: z.object({ subject: z.string(), text: z.string() }),
  created_at: instant,
});
export type DebtAgreementDetail = z.output<typeof DebtAgreementDetail>;

const days = (from: number, to: number) => {
  const message = `De ${from} a ${to} dias`;
  return z.int(message).check(z.gte(from, message), z.lte(to, message));
};

/** What the agency allows, and what breaks an agreement. */
export const DebtAgreementSettings = z.object({
  agreement_instalments: z.int(INSTALMENTS).check(z.gte(1, INSTALMENTS), z.lte(MOST_INSTALMENTS, INSTALMENTS)),
  agreement_charges_off: partOfWhole('De 0 a 100%'),
  agreement_rent_off: partOfWhole('De 0 a 100%'),
  agreement_valid_days: days(1, 30),
  agreement_first_days: days(1, 90),
  agreement_break_days: days(1, 90),
  agreement_warn_days: days(0, 30),
  /** Null: the text of the product. */
  agreement_text: optionalProse(20_000),
});

const ShownSettings = z.object({
  ...DebtAgreementSettings.shape,
  agreement_text: z.nullable(z.string()),
  default_text: z.string(),
});

/** An open invoice that may enter an agreement, with the charges of today. */
export const DebtCandidate = z.object({
  id: z.int(),
  reference: reference(),
  due_date: calendarDate(),
  days: z.int(),
  amount: money,
  fine: money,
  interest: money,
  total: money,
  /** Why it can't enter one; null: it can. */
  refusal: z.nullable(z.string()),
});
export type DebtCandidate = z.output<typeof DebtCandidate>;

const AGREES = 'COLLECTION_AGREE';

/** Open invoices of a contract paid in instalments. */
export const debtAgreements = endpoints('debtAgreements', {
  list: {
    method: 'GET',
    path: '/debt-agreement',
    access: DEBT_AGREEMENT_READERS,
    summary: 'Acordos, por página, com os números da carteira',
    query: DebtAgreementSearch,
    response: z.object({
      ...page(DebtAgreementRow).shape,
      /** Of agreements in force: how many, the sum still to be received, and how many have a late instalment. */
      held: z.int(),
      open: money,
      late: z.int(),
      offered: z.int(),
    }),
  },
  settings: {
    method: 'GET',
    path: '/debt-agreement/settings',
    access: DEBT_AGREEMENT_READERS,
    summary: 'Limites dos acordos e o que rompe um',
    response: ShownSettings,
  },
  saveSettings: {
    method: 'PUT',
    path: '/debt-agreement/settings',
    access: '*',
    summary: 'Mudar os limites dos acordos e o que rompe um',
    changes: ['agency'],
    body: DebtAgreementSettings,
    response: ShownSettings,
  },
  candidates: {
    method: 'GET',
    path: '/debt-agreement/candidates/:id',
    access: AGREES,
    summary: 'Faturas em aberto de um contrato que podem entrar num acordo, com os encargos de hoje',
    params: idParams,
    response: z.object({
      user: person,
      property: z.string(),
      /** The agency withholds income tax from each transfer, by month of payment; the simulation is before that tax. */
      agency_withholds: z.boolean(),
      invoices: z.array(DebtCandidate),
    }),
  },
  simulate: {
    method: 'POST',
    path: '/debt-agreement/simulation',
    access: AGREES,
    summary: 'Simular um acordo: parcelas, descontos e o que cada parte recebe; nada é gravado',
    body: DebtAgreementTerms,
    response: DebtAgreementSimulation,
  },
  create: {
    method: 'POST',
    path: '/debt-agreement',
    access: AGREES,
    summary: 'Oferecer um acordo: as faturas só entram nele com o aceite',
    changes: ['clients', 'contracts'],
    body: DebtAgreementTerms,
    response: DebtAgreementDetail,
    status: 201,
  },
  show: {
    method: 'GET',
    path: '/debt-agreement/:id',
    access: DEBT_AGREEMENT_READERS,
    summary: 'Um acordo, com parcelas, faturas e o aceite',
    params: idParams,
    response: DebtAgreementDetail,
    versioned: true,
  },
  send: {
    method: 'POST',
    path: '/debt-agreement/:id/send',
    access: AGREES,
    summary: 'Enviar a oferta ao inquilino pelos canais da imobiliária',
    changes: ['clients'],
    params: idParams,
  },
  accept: {
    method: 'PUT',
    path: '/debt-agreement/:id/acceptance',
    access: AGREES,
    summary: 'Registrar o aceite em papel, com o termo assinado: as faturas viram parcelas',
    changes: [...SETTLEMENT, 'clients'],
    params: idParams,
    body: z.object({ name: text('Informe quem assinou', 120) }),
    upload: {
      maxBytes: 10_000_000,
      accept: 'application/pdf,image/jpeg,image/png,image/webp',
      missing: 'Escolha o termo assinado',
    },
    response: DebtAgreementDetail,
    versioned: true,
    idempotent: true,
  },
  cancel: {
    method: 'DELETE',
    path: '/debt-agreement/:id',
    access: AGREES,
    summary: 'Cancelar um acordo: se estava em vigor, a dívida volta sem o que foi pago',
    changes: [...SETTLEMENT, 'clients'],
    params: idParams,
    body: z.object({ reason: prose('Informe o motivo', 300) }),
    response: DebtAgreementDetail,
    versioned: true,
    idempotent: true,
  },
  reinstate: {
    method: 'PUT',
    path: '/debt-agreement/:id/reinstatement',
    access: AGREES,
    summary: 'Retomar um acordo rompido ou cancelado, enquanto nada da dívida que voltou foi pago',
    changes: [...SETTLEMENT, 'clients'],
    params: idParams,
    body: z.object({ until: givenDate('Informe até quando ele espera o pagamento em atraso') }),
    response: DebtAgreementDetail,
    versioned: true,
    idempotent: true,
  },
});

export const debtAgreementProblems = problems({
  DEBT_AGREEMENT_NOT_FOUND: [404, 'Não encontramos o acordo.'],
  DEBT_AGREEMENT_STATE: [409, 'O acordo não está mais nesta situação. Veja como ele está agora.'],
  DEBT_CHANGED: [409, 'Uma das faturas deste acordo não está mais em aberto. Faça outra oferta.'],
  DEBT_OF_CONTRACTS: [
    422,
    'As faturas são de contratos diferentes, e um acordo é de um contrato só. Faça um acordo para cada contrato.',
    'invoices',
  ],
  DEBT_IN_AGREEMENT: [409, 'Uma das faturas já está em outro acordo, oferecido ou em vigor', 'invoices'],
  DEBT_PAYMENT_WAITS: [
    409,
    'Um pagamento de uma das faturas já chegou e espera conferência em Boletos, Efetuar baixa, A resolver. Resolva-o antes.',
    'invoices',
  ],
  INSTALMENT_PAYMENT_WAITS: [
    409,
    'O pagamento de uma parcela já chegou e espera conferência em Boletos, Efetuar baixa, A resolver. Resolva-o antes de cancelar.',
  ],
  DEBT_UNFIT: [422, 'Uma das faturas não pode entrar em acordo', 'invoices'],
  DEBT_WITHHELD: [
    409,
    'O inquilino deste contrato retém o imposto de renda, que já saiu de cada fatura e não se divide em parcelas. Receba as faturas uma a uma.',
  ],
  TERMS_TOO_MANY_INSTALMENTS: [422, 'São parcelas demais', 'instalments'],
  TERMS_CHARGES_OFF_ABOVE: [422, 'O desconto nos encargos passa do limite', 'charges_off'],
  TERMS_RENT_OFF_ABOVE: [422, 'O desconto no aluguel passa do limite', 'rent_off'],
  TERMS_FIRST_DUE_OUT_OF_RANGE: [422, 'A primeira parcela vence entre hoje e daqui a 45 dias', 'first_due'],
  TERMS_FIRST_AMOUNT_OUT_OF_RANGE: [422, 'O valor da primeira parcela não cabe na dívida', 'first_amount'],
  TERMS_INSTALMENT_TOO_SMALL: [422, 'Cada parcela precisa ter ao menos R$ 1,00', 'instalments'],
  AGREEMENT_TEXT_WRONG: [422, 'Confira o texto do acordo', 'agreement_text'],
  OFFER_OVER: [409, 'O prazo desta oferta terminou. Peça outra à imobiliária.'],
  RETURNED_DEBT_MOVED: [
    409,
    'A dívida que voltou já foi paga em parte, ou está em outro acordo. Estorne antes, ou faça um novo acordo.',
  ],
  HELD_UNTIL_RANGE: [422, 'O prazo fica entre hoje e daqui a 30 dias', 'until'],
  OFFER_WITHOUT_ADDRESS: [409, 'O endereço público deste servidor não está configurado: envie o texto por seu meio.'],
});

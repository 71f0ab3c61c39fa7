import { COMMISSION_STATES, type CommissionState } from '@morada/domain/rent/people/entry-life';
import {
  agencyShare,
  COMMISSION_KINDS,
  COMMISSION_ROLES,
  type CommissionKind,
  type CommissionRole,
  MAX_SHARES,
  PAYMENT_PAPERS,
  type PaymentPaper,
} from '@morada/domain/rent/people/share';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import {
  calendarDate,
  givenDate,
  idParams,
  money,
  nonNegativeMoney,
  optionalText,
  partOfWhole,
  percent,
  positiveMoney,
  recordId,
  reference,
  text,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { COMMISSION_READERS, PeopleSearch, PeriodSearch } from './finance.search.ts';

const keysOf = <Key extends string>(words: Readonly<Record<Key, string>>) => Object.keys(words) as [Key, ...Key[]];

const Kind = z.enum<CommissionKind[]>(keysOf(COMMISSION_KINDS), 'Informe se é locação ou venda');
const Role = z.enum<CommissionRole[]>(keysOf(COMMISSION_ROLES), 'Informe o papel');
const State = z.enum<CommissionState[]>(keysOf(COMMISSION_STATES));

/** `active` false: no longer of the staff, and still paid what is due. */
const person = z.object({ id: z.int(), name: z.string(), active: z.boolean() });

/** A person's part of a fee or commission that was received. */
export const PersonEntry = z.object({
  id: z.int(),
  kind: Kind,
  role: Role,
  received_on: calendarDate(),
  proposal_id: z.nullable(z.int()),
  property_id: z.int(),
  property: z.string(),
  invoice_id: z.nullable(z.int()),
  /** What was received. */
  base: money,
  share: percent,
  amount: money,
  state: State,
  /** Day on which it was undone. */
  undone_on: z.nullable(calendarDate()),
});
export type PersonEntry = z.output<typeof PersonEntry>;

export const PersonPayment = z.object({
  id: z.int(),
  paid_on: calendarDate(),
  paper: z.enum<PaymentPaper[]>(keysOf(PAYMENT_PAPERS)),
  paper_number: z.string(),
  account: z.nullable(z.string()),
  /** What was due, less what was owed back. */
  amount: money,
  inss: money,
  irrf: money,
  iss: money,
  /** What left the cash. */
  net: money,
});
export type PersonPayment = z.output<typeof PersonPayment>;

export const PersonRow = z.object({
  ...person.shape,
  /** Due within the month, whether paid or not, less what was undone. */
  earned: money,
  /** Paid within the month. */
  paid: money,
  /** Due and not paid until the month's end, and what is owed back. */
  due: money,
  debit: money,
  /** `due` less `debit`: what a payment would come to. */
  payable: money,
});
export type PersonRow = z.output<typeof PersonRow>;

/** A fee that was agreed and not yet received. */
export const ExpectedFee = z.object({
  /** Id of the extra value. */
  id: z.int(),
  proposal_id: z.int(),
  property: z.string(),
  amount: money,
  /** Where the rule comes from; null: none, and all of it is the agency's. */
  rule: z.nullable(z.enum(['AGENCY', 'PROPERTY', 'CONTRACT'])),
  people: z.array(z.object({ ...person.shape, role: Role, share: percent, amount: money })),
  /** What stays with the agency. */
  agency: money,
});
export type ExpectedFee = z.output<typeof ExpectedFee>;

const line = z.object({
  date: calendarDate(),
  title: z.string(),
  note: z.string(),
  amount: money,
  balance: money,
});

export const PersonStatement = z.object({
  person,
  start: calendarDate(),
  end: calendarDate(),
  /** What the agency owed the person before the period; below zero the person owes. */
  opening: money,
  closing: money,
  earned: money,
  paid: money,
  events: z.array(line),
  /** To be paid today. */
  due: money,
  debit: money,
  payable: money,
  open: z.array(PersonEntry),
  payments: z.array(PersonPayment),
});
export type PersonStatement = z.output<typeof PersonStatement>;

export const Share = z.object({
  role: Role,
  /** Null: whoever has the role at the property. */
  admin_user_id: z.nullable(recordId('Escolha a pessoa')),
  share: partOfWhole('Informe a parte, de 0,01% a 100%').check(
    z.refine((value) => value > 0, 'Informe a parte, de 0,01% a 100%'),
  ),
});

export const Rule = z.object({
  id: z.int(),
  kind: Kind,
  property_id: z.nullable(z.int()),
  proposal_id: z.nullable(z.int()),
  property: z.nullable(z.string()),
  shares: z.array(
    z.object({ role: Role, admin_user_id: z.nullable(z.int()), name: z.nullable(z.string()), share: percent }),
  ),
  /** What stays with the agency. */
  agency: percent,
});
export type Rule = z.output<typeof Rule>;

export const RuleChange = z
  .object({
    kind: Kind,
    property_id: z.nullish(recordId('Escolha o imóvel')),
    proposal_id: z.nullish(recordId('Escolha o contrato')),
    shares: z.array(Share).check(z.maxLength(MAX_SHARES, `Use até ${MAX_SHARES} pessoas`)),
  })
  .check(
    z.refine(({ shares }) => agencyShare(shares) >= 0, {
      path: ['shares'],
      message: 'As partes passam de 100%',
    }),
    z.refine(
      ({ shares }) =>
        new Set(shares.map(({ role, admin_user_id }) => `${role} ${admin_user_id}`)).size === shares.length,
      { path: ['shares'], message: 'A mesma pessoa aparece duas vezes no mesmo papel' },
    ),
    z.refine(({ property_id, proposal_id }) => !property_id || !proposal_id, {
      path: ['proposal_id'],
      message: 'Escolha o imóvel ou o contrato',
    }),
    z.refine(({ kind, proposal_id }) => kind === 'LETTING' || !proposal_id, {
      path: ['proposal_id'],
      message: 'A regra de uma venda é do imóvel',
    }),
  );

export const Payment = z.object({
  admin_user_id: recordId('Escolha a pessoa'),
  /** Pays what was received until this day. */
  until: givenDate('Informe até que dia'),
  /** What the caller saw: refused where it is no longer so. */
  amount: positiveMoney('Informe o valor'),
  paid_on: givenDate('Informe a data do pagamento'),
  paper: z.enum<PaymentPaper[]>(keysOf(PAYMENT_PAPERS), 'Informe se é RPA ou nota'),
  paper_number: text('Informe o número do RPA ou da nota', 40),
  /** Account that the money left from. */
  account: optionalText(60),
  inss: z._default(nonNegativeMoney('Informe o INSS retido'), 0),
  irrf: z._default(nonNegativeMoney('Informe o IRRF retido'), 0),
  iss: z._default(nonNegativeMoney('Informe o ISS retido'), 0),
});

const people = '/financial/commissions/people';
const WRITER = 'FINANCIAL_MOVIMENTATION_CREATE';

export const peopleCommissions = endpoints('finance', {
  list: {
    method: 'GET',
    path: people,
    access: COMMISSION_READERS,
    summary: 'Comissões das pessoas no mês (o corrente, se não for dito), e as que ainda se esperam',
    query: PeopleSearch,
    response: z.object({
      month: reference(),
      data: z.array(PersonRow),
      earned: money,
      paid: money,
      due: money,
      debit: money,
      /** Fees that are agreed and not yet received, up to a hundred, the newest contract first. */
      expected: z.array(ExpectedFee),
    }),
  },
  export: listExport({
    path: `${people}/export/:format`,
    access: COMMISSION_READERS,
    summary: 'Comissões das pessoas no mês, em planilha',
    query: z.pick(PeopleSearch, { month: true }),
  }),
  own: {
    method: 'GET',
    path: `${people}/own`,
    access: 'login',
    summary: 'Extrato das próprias comissões no período (o mês corrente, se não for dito)',
    query: PeriodSearch,
    response: PersonStatement,
  },
  statement: {
    method: 'GET',
    path: `${people}/:id`,
    access: COMMISSION_READERS,
    summary: 'Extrato das comissões de uma pessoa no período (o mês corrente, se não for dito)',
    params: idParams,
    query: PeriodSearch,
    response: PersonStatement,
  },
  pdf: {
    method: 'GET',
    path: `${people}/:id/pdf`,
    access: COMMISSION_READERS,
    summary: 'Extrato das comissões de uma pessoa em PDF',
    params: idParams,
    query: PeriodSearch,
    file: 'application/pdf',
  },
  xlsx: {
    method: 'GET',
    path: `${people}/:id/xlsx`,
    access: COMMISSION_READERS,
    summary: 'Extrato das comissões de uma pessoa em planilha',
    params: idParams,
    query: PeriodSearch,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  pay: {
    method: 'POST',
    path: `${people}/payments`,
    access: WRITER,
    summary: 'Registrar o pagamento das comissões de uma pessoa: o líquido sai do caixa',
    body: Payment,
    response: z.object({ id: z.int() }),
    status: 201,
  },
  undo: {
    method: 'DELETE',
    path: `${people}/payments/:id`,
    access: WRITER,
    summary: 'Desfazer o pagamento das comissões de uma pessoa: o lançamento é estornado',
    params: idParams,
    idempotent: true,
  },
  rules: {
    method: 'GET',
    path: '/financial/commissions/rules',
    access: COMMISSION_READERS,
    summary: 'Regras de divisão: as da imobiliária e as de imóveis e contratos, e a equipe',
    response: z.object({ data: z.array(Rule), staff: z.array(z.object({ id: z.int(), name: z.string() })) }),
  },
  saveRule: {
    method: 'PUT',
    path: '/financial/commissions/rules',
    access: WRITER,
    summary: 'Definir a divisão da imobiliária, de um imóvel ou de um contrato; vale para o que ainda não foi recebido',
    body: RuleChange,
    response: z.object({ id: z.int() }),
  },
  removeRule: {
    method: 'DELETE',
    path: '/financial/commissions/rules/:id',
    access: WRITER,
    summary: 'Remover uma regra: volta a valer a regra geral',
    params: idParams,
  },
  sales: {
    method: 'GET',
    path: '/financial/commissions/sales',
    access: COMMISSION_READERS,
    summary: 'Comissões de venda do caixa, dos últimos doze meses, até cem: divididas entre as pessoas, ou a dividir',
    response: z.object({
      data: z.array(
        z.object({
          /** Id of the cash book's entry. */
          id: z.int(),
          date: calendarDate(),
          description: z.string(),
          amount: money,
          divided: z.nullable(z.object({ property_id: z.int(), property: z.string(), people: money })),
        }),
      ),
    }),
  },
  divideSale: {
    method: 'POST',
    path: '/financial/commissions/sales',
    access: WRITER,
    summary: 'Dividir uma comissão de venda pela regra do imóvel vendido',
    body: z.object({
      movimentation_id: recordId('Escolha a comissão de venda'),
      property_id: recordId('Escolha o imóvel vendido'),
    }),
    status: 201,
    response: z.object({ id: z.int() }),
  },
  undivideSale: {
    method: 'DELETE',
    path: '/financial/commissions/sales/:id',
    access: WRITER,
    summary: 'Desfazer a divisão de uma comissão de venda; o que já foi pago é descontado do próximo pagamento',
    params: idParams,
    idempotent: true,
  },
});

export const peopleCommissionProblems = problems({
  PERSON_NOT_FOUND: [404, 'Não encontramos essa pessoa'],
  COMMISSION_NOTHING_DUE: [409, 'Não há comissão a pagar a esta pessoa até esse dia.'],
  COMMISSION_DEBIT_LARGER: [
    409,
    'O que a pessoa tem a descontar é maior do que o que tem a receber. O desconto espera a próxima comissão.',
  ],
  COMMISSION_CHANGED: [409, 'O valor a pagar mudou desde que a tela foi aberta. Confira e registre de novo.'],
  COMMISSION_WITHHELD_ABOVE: [422, 'As retenções passam do valor a pagar', 'inss'],
  COMMISSION_DAY: [422, 'O pagamento não pode ser no futuro', 'paid_on'],
  COMMISSION_UNTIL: [422, 'Informe um dia até hoje', 'until'],
  COMMISSION_BEFORE_RECEIVED: [422, 'O pagamento não pode ser antes do recebimento da comissão', 'paid_on'],
  COMMISSION_NOT_PAID: [409, 'O pagamento desta comissão já foi desfeito.'],
  COMMISSION_COLLECTED: [
    409,
    'Uma comissão deste pagamento foi desfeita e descontada em um pagamento posterior. Desfaça antes o posterior.',
  ],
  COMMISSION_GONE: [409, 'Esta comissão já foi desfeita.'],
  PAYMENT_NOT_FOUND: [404, 'Não encontramos esse pagamento'],
  COMMISSION_PAYMENT_ENTRY: [409, 'Esta despesa é o pagamento de comissões: desfaça-o em Comissões, em Pessoas.'],
  COMMISSION_SALE_ENTRY: [
    409,
    'Esta comissão de venda está dividida entre pessoas: desfaça a divisão em Comissões, em Pessoas, e divida-a de novo.',
  ],
  RULE_NOT_FOUND: [404, 'Não encontramos essa regra'],
  RULE_PERSON_GONE: [422, 'Uma das pessoas não está mais na equipe', 'shares'],
  SALE_NOT_FOUND: [404, 'Não encontramos essa comissão de venda'],
  SALE_NOT_DIVIDED: [409, 'Esta comissão de venda não está dividida.'],
  SALE_DIVIDED: [409, 'Esta comissão de venda já está dividida.'],
  SALE_WITHOUT_PEOPLE: [409, 'A regra deste imóvel não dá parte a ninguém: defina antes as pessoas.'],
});

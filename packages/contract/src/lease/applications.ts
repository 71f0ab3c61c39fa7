import { CREDIT_RESULTS, type CreditResult } from '@morada/domain/application/analysis';
import {
  APPLICANT_ROLES,
  type ApplicantRole,
  MOST_PARTIES,
  OPINIONS,
  type OpinionKind,
  partyFormLife,
  WITHDRAWAL_REASONS,
  type WithdrawalReason,
} from '@morada/domain/application/application';
import { INQUIRY_STATES, SCORES } from '@morada/domain/application/credit';
import { APPLICATION_DOCUMENTS, type ApplicationDocument } from '@morada/domain/application/form';
import { GUARANTEES, type Guarantee } from '@morada/domain/lease/contract';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import {
  blank,
  calendarDate,
  clearable,
  email,
  idParams,
  instant,
  money,
  nonNegativeMoney,
  optionalProse,
  page,
  partOfWhole,
  percent,
  phone,
  positiveMoney,
  prose,
  recordId,
  text,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { DOCUMENT_UPLOAD } from '../registry/files.ts';
import { ApplicationRow } from './application-row.ts';
import { APPLICATION_READERS, ApplicationSearch } from './applications.search.ts';

const oneOf = <T extends string>(words: Readonly<Record<T, string>>, message?: string) =>
  z.enum(Object.keys(words) as [T, ...T[]], message);

const Role = oneOf<ApplicantRole>(APPLICANT_ROLES, 'Escolha o papel');
const GuaranteeKind = oneOf<Guarantee>(GUARANTEES, 'Escolha a garantia');

const AnswerLine = z.object({ label: z.string(), value: z.string() });

/** What the provider was asked about a party, and answered. Of a call that it did not carry out nothing is kept. */
const CreditInquiry = z.object({
  id: z.int(),
  state: z.enum(INQUIRY_STATES),
  asked_at: instant,
  by: z.nullable(z.string()),
  /** Null: there is no answer, or the bureau has no score. */
  score: z.nullable(z.int()),
  /** How much of what they may spend is committed, and what they can pay, as the bureau says. */
  commitment: z.nullable(z.int()),
  capacity: z.nullable(z.int()),
  reasons: z.array(z.string()),
  /** The provider's number of the call, by which it finds it. */
  query_id: z.nullable(z.string()),
  /** What is to be known of the answer, or why there is none. */
  note: z.nullable(z.string()),
  /** It stands in for another one: answered in the last 30 days. */
  is_recent: z.boolean(),
  /** It was about another document than the form has now, and counts no more. */
  is_of_other: z.boolean(),
});
export type CreditInquiry = z.output<typeof CreditInquiry>;

export const ApplicationParty = z.object({
  id: z.int(),
  role: Role,
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  state: z.enum(partyFormLife.states),
  /** Address of the form; null: no link opens. */
  link: z.nullable(z.object({ url: z.string(), until: calendarDate() })),
  /** What the form lacks, in words. */
  missing: z.array(z.string()),
  /** Text that asks for it, ready to be sent. */
  message: z.nullable(z.object({ subject: z.string(), text: z.string() })),
  asked_at: z.nullable(instant),
  sent_at: z.nullable(instant),
  consent: z.nullable(z.object({ version: z.int(), at: instant })),
  /** Answers in words, by step. */
  steps: z.array(z.object({ title: z.string(), answers: z.array(AnswerLine) })),
  declared_income: z.nullable(money),
  proven_income: z.nullable(money),
  credit: z.nullable(oneOf<CreditResult>(CREDIT_RESULTS)),
  /** The newest first. */
  inquiries: z.array(CreditInquiry),
  documents: z.array(
    z.object({
      id: z.int(),
      file: z.object({ id: z.int(), name: z.string() }),
      kind: oneOf<ApplicationDocument>(APPLICATION_DOCUMENTS),
    }),
  ),
});
export type ApplicationParty = z.output<typeof ApplicationParty>;

const AnalysisLine = z.object({ rule: z.string(), outcome: z.enum(['MET', 'NOT_MET', 'UNKNOWN']), words: z.string() });

export const ApplicationDetail = z.object({
  ...ApplicationRow.shape,
  guarantee: z.nullable(GuaranteeKind),
  withdrawn_by: z.nullable(oneOf<WithdrawalReason>(WITHDRAWAL_REASONS)),
  condition: z.nullable(z.string()),
  ended_on: z.nullable(calendarDate()),
  /** Day on which forms and documents are erased; null: they are kept. */
  erased_on: z.nullable(calendarDate()),
  lead_id: z.nullable(z.int()),
  contract_id: z.nullable(z.int()),
  /** The bid that it was begun from, while that leads to a contract, else the accepted one of the same lead for the property. */
  bid_id: z.nullable(z.int()),
  created_by: z.nullable(z.string()),
  parties: z.array(ApplicationParty),
  analysis: z.array(AnalysisLine),
  verdict: z.enum(['MET', 'NOT_MET', 'UNKNOWN']),
  opinions: z.array(
    z.object({
      id: z.int(),
      decision: oneOf<OpinionKind>(OPINIONS),
      by: z.nullable(z.string()),
      comment: z.string(),
      condition: z.nullable(z.string()),
      decided_at: instant,
      lines: z.array(AnalysisLine),
    }),
  ),
  /** Whether the amount takes a second person, and whether that may be the one who asks. */
  needs_second: z.boolean(),
  may_decide: z.boolean(),
  /** Whether the credit of its parties can be asked for: a provider is connected, and the analysis is under way. */
  asks_credit: z.boolean(),
});
export type ApplicationDetail = z.output<typeof ApplicationDetail>;

export const ApplicationPartyCreate = z.object({
  role: Role,
  name: text('Informe o nome', 120),
  email: blank(email()),
  phone: blank(phone('Informe o telefone com DDD')),
});

const terms = {
  rent: positiveMoney('Informe o aluguel'),
  fees: nonNegativeMoney('Informe os encargos por mês; se não houver, 0'),
  guarantee: blank(GuaranteeKind),
};

export const ApplicationCreate = z.object({
  property_id: recordId('Escolha o imóvel'),
  /** Absent: the open lead of the same phone or e-mail. */
  lead_id: blank(recordId('Escolha o lead')),
  /** Bid that it is begun from. */
  bid_id: blank(recordId('Escolha a proposta')),
  ...terms,
  tenant: z.object({
    name: text('Informe o nome do locatário', 120),
    email: blank(email()),
    phone: blank(phone('Informe o telefone com DDD')),
  }),
});

export const ApplicationTerms = z.object({ ...terms, guarantee: clearable(GuaranteeKind) });

export const ApplicationReopen = z.object({ note: prose('Diga o que precisa ser corrigido', 1_000) });

export const ApplicationCheck = z.object({
  proven_income: clearable(nonNegativeMoney('Informe a renda comprovada')),
  credit: clearable(oneOf<CreditResult>(CREDIT_RESULTS)),
});

export const CreditInquiryCreate = z.object({
  /** The newest inquiry of the party that the person saw; null: none. Another one since then refuses the call. */
  after: z.nullable(recordId()),
});

export const ApplicationDecision = z
  .object({
    decision: z.enum(['APPROVE', 'CONDITION', 'REFUSE'], 'Escolha a resposta'),
    comment: prose('Escreva por que decidiu assim', 2_000),
    /** Sent to the applicant. */
    condition: optionalProse(1_000),
  })
  .check(
    z.refine(({ decision, condition }) => decision !== 'CONDITION' || Boolean(condition), {
      path: ['condition'],
      message: 'Escreva a condição',
    }),
  );

const SCORE = `De ${SCORES.least} a ${SCORES.most.toLocaleString('pt-BR')}`;
const timesOf = (message: string) => z.int(message).check(z.gte(0, message), z.lte(2_000, message));

export const ApplicationRules = z.object({
  /** In hundredths: 300 is three times. */
  income_times: timesOf('De 0 a 20 vezes'),
  guarantor_times: timesOf('De 0 a 20 vezes'),
  debts_share: partOfWhole('De 0 a 100%'),
  guarantor_property: z.boolean(),
  approval_limit: clearable(positiveMoney('Informe o valor')),
  min_score: clearable(z.int(SCORE).check(z.gte(SCORES.least, SCORE), z.lte(SCORES.most, SCORE))),
});
const ShownRules = z.object({
  ...ApplicationRules.shape,
  debts_share: percent,
  approval_limit: z.nullable(money),
  min_score: z.nullable(z.int()),
});

/** Who sends links sees what comes back. */
const WRITER = { all: ['APPLICATION_VIEW', 'LEAD_EDIT'] } as const;
const APPROVER = { all: ['APPLICATION_VIEW', 'APPLICATION_APPROVE'] } as const;

const change = { access: WRITER, params: idParams, response: ApplicationDetail } as const;

/** Applications for a would-be lease: one form by link for each party, its analysis, and the agency's decision. */
export const applications = endpoints('applications', {
  list: {
    method: 'GET',
    path: '/application',
    access: APPLICATION_READERS,
    summary: 'Fichas, por página',
    query: ApplicationSearch,
    response: page(ApplicationRow),
  },
  export: listExport({
    path: '/application/export/:format',
    access: APPLICATION_READERS,
    summary: 'Fichas que os filtros encontram, em planilha',
    query: ApplicationSearch,
  }),
  create: {
    method: 'POST',
    path: '/application',
    access: WRITER,
    summary: 'Abrir uma ficha para um imóvel',
    body: ApplicationCreate,
    response: ApplicationDetail,
    status: 201,
  },
  rules: {
    method: 'GET',
    path: '/application/rules',
    access: APPLICATION_READERS,
    summary: 'Regras da análise',
    response: ShownRules,
  },
  saveRules: {
    method: 'PUT',
    path: '/application/rules',
    access: '*',
    summary: 'Salvar as regras da análise e o valor que pede duas pessoas',
    body: ApplicationRules,
    response: ShownRules,
  },
  show: {
    method: 'GET',
    path: '/application/:id',
    access: APPLICATION_READERS,
    summary: 'Uma ficha, com as partes, o que falta, os documentos e a análise',
    params: idParams,
    response: ApplicationDetail,
  },
  update: {
    method: 'PATCH',
    path: '/application/:id',
    ...change,
    summary: 'Alterar aluguel, encargos e garantia de uma ficha',
    body: ApplicationTerms,
  },
  addParty: {
    method: 'POST',
    path: '/application/:id/party',
    ...change,
    summary: 'Pedir a ficha de mais uma parte',
    body: ApplicationPartyCreate,
    status: 201,
  },
  send: {
    method: 'POST',
    path: '/application/:id/send',
    ...change,
    summary: 'Abrir os links das partes, e enviá-los por e-mail',
  },
  renew: {
    method: 'POST',
    path: '/application/:id/renew',
    ...change,
    summary: 'Dar mais prazo a uma ficha, ou retomar uma vencida',
  },
  analyse: { method: 'POST', path: '/application/:id/analyse', ...change, summary: 'Começar a análise' },
  withdraw: {
    method: 'POST',
    path: '/application/:id/withdraw',
    ...change,
    summary: 'Encerrar uma ficha sem resposta',
  },
  decide: {
    method: 'POST',
    path: '/application/:id/decision',
    ...change,
    access: APPROVER,
    summary: 'Aprovar, aprovar com condição ou recusar',
    body: ApplicationDecision,
  },
  erase: {
    method: 'POST',
    path: '/application/:id/erase',
    ...change,
    access: APPROVER,
    summary: 'Apagar já os dados e documentos de uma ficha encerrada',
  },
  renewLink: {
    method: 'POST',
    path: '/application/party/:id/link',
    ...change,
    summary: 'Trocar o link da ficha de uma parte; o de antes não abre mais',
  },
  closeLink: {
    method: 'POST',
    path: '/application/party/:id/close',
    ...change,
    summary: 'Retirar o link da ficha de uma parte',
  },
  ask: {
    method: 'POST',
    path: '/application/party/:id/ask',
    ...change,
    summary: 'Pedir por e-mail o que falta na ficha de uma parte',
  },
  reopen: {
    method: 'POST',
    path: '/application/party/:id/reopen',
    ...change,
    summary: 'Devolver a ficha de uma parte para correção',
    body: ApplicationReopen,
  },
  code: {
    method: 'POST',
    path: '/application/party/:id/code',
    access: WRITER,
    summary: 'Gerar o código com que uma parte continua a ficha em outro aparelho',
    params: idParams,
    response: z.object({ code: z.string(), minutes: z.int() }),
  },
  check: {
    method: 'PATCH',
    path: '/application/party/:id',
    ...change,
    summary: 'Registrar a renda comprovada e o resultado da consulta de crédito de uma parte',
    body: ApplicationCheck,
  },
  askCredit: {
    method: 'POST',
    path: '/application/party/:id/credit',
    ...change,
    summary: 'Consultar o crédito de uma parte; o provedor cobra cada consulta',
    body: CreditInquiryCreate,
    status: 201,
    // A bureau may take 45 seconds, and charges an answer that nobody waited for.
    waits: 60,
  },
  addReport: {
    method: 'POST',
    path: '/application/party/:id/report',
    ...change,
    summary: 'Anexar a consulta de crédito de uma parte',
    upload: DOCUMENT_UPLOAD,
    status: 201,
  },
  removeDocument: {
    method: 'DELETE',
    path: '/application/document/:id',
    ...change,
    summary: 'Remover um documento da ficha de uma parte',
  },
});

export const applicationProblems = problems({
  APPLICATION_NOT_FOUND: [404, 'Não encontramos esta ficha.'],
  PARTY_NOT_FOUND: [404, 'Não encontramos esta parte da ficha.'],
  APPLICATION_DOCUMENT_NOT_FOUND: [404, 'Não encontramos este documento.'],
  APPLICATION_PROPERTY: [422, 'Este imóvel não está mais no cadastro, ou não é de aluguel.'],
  APPLICATION_BID: [422, 'Esta proposta não é de locação deste imóvel', 'bid_id'],
  APPLICATION_STATE: [409, 'A situação da ficha mudou. Abra de novo e confira.'],
  APPLICATION_FULL: [409, `Uma ficha tem até ${MOST_PARTIES} partes.`],
  APPLICATION_HAS_TENANT: [409, 'A ficha já tem o locatário principal. Inclua esta pessoa como colocatário.'],
  APPLICATION_SECOND: [
    403,
    'Pelo valor, a segunda aprovação é de outra pessoa: não de quem abriu a ficha, nem de quem recomendou.',
  ],
  CREDIT_OFF: [409, 'A consulta de crédito não está ligada. Quem pode tudo a liga em Regras da análise.'],
  CREDIT_NOT_IN_ANALYSIS: [409, 'O crédito é consultado durante a análise. Comece a análise antes.'],
  CREDIT_WITHOUT_CONSENT: [409, 'Esta parte não autorizou a consulta de crédito. Ela autoriza ao enviar a ficha.'],
  CREDIT_ASKED: [409, 'Já há outra consulta desta parte. Veja a resposta dela antes de consultar de novo.'],
  CREDIT_NOT_MADE: [409, 'A consulta não foi feita.'],
  FORM_INCOMPLETE: [409, 'Ainda falta preencher a ficha.'],
  FORM_SENT: [409, 'Esta ficha já foi enviada.'],
  FORM_NOT_SENT: [409, 'Esta ficha ainda não foi enviada.'],
  FORM_CLOSED: [409, 'O link desta ficha foi retirado.'],
  FORM_WITHOUT_EMAIL: [
    409,
    'Esta pessoa não tem e-mail na ficha, ou o envio de e-mails não está configurado. Copie a mensagem e envie por onde falam.',
  ],
  FORM_COMPLETE: [409, 'Não falta nada nesta ficha.'],
  FORM_FILES_FULL: [409, 'Já há arquivos demais nesta ficha. Remova algum antes.'],
  FORM_CODE_WRONG: [422, 'Código errado. Confira os números.'],
  FORM_CODE_OVER: [409, 'Este código venceu ou foi tentado vezes demais. Peça outro.'],
  FORM_CODES_MANY: [429, 'Já pedimos códigos demais. Aguarde 15 minutos.'],
});

import { STEP_ACTIONS, STEP_RECIPIENTS, type StepAction, type StepRecipients } from '@morada/domain/collection/ruler';
import { STAGE_ORDER } from '@morada/domain/collection/stage-order';
import {
  CALL_OUTCOMES,
  type CallOutcome,
  HOLD_ORDER,
  type Hold,
  PAUSE_REASONS,
} from '@morada/domain/collection/stages';
import { STEP_FIELDS } from '@morada/domain/collection/step-text';
import { CHANNELS } from '@morada/domain/messages/kinds';
import { textProblem } from '@morada/domain/messages/text';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import {
  blank,
  calendarDate,
  givenDate,
  idParams,
  instant,
  money,
  page,
  pageNumber,
  prose,
  recordId,
  reference,
  text,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { COLLECTION_READERS, collectionFilters } from './collection.search.ts';

export const MAX_STEPS = 20;
const DAYS = 'Informe de 30 dias antes a 180 dias depois do vencimento';
const FIELDS = Object.keys(STEP_FIELDS);
const stepText = (written: ReturnType<typeof text>) =>
  written.check(
    z.refine((written) => textProblem(written, FIELDS) === undefined, {
      error: ({ input }) => textProblem(String(input), FIELDS),
    }),
  );
const action = z.enum(Object.keys(STEP_ACTIONS) as [StepAction, ...StepAction[]], 'Escolha o que fazer');
const recipients = z.enum(Object.keys(STEP_RECIPIENTS) as [StepRecipients, ...StepRecipients[]], 'Escolha para quem');

export const RulerStep = z.object({
  /** Absent: a new step. */
  id: z.optional(recordId()),
  /** From the due date; negative before it. */
  days: z.int(DAYS).check(z.gte(-30, DAYS), z.lte(180, DAYS)),
  action,
  recipients,
  /** Order of preference; null: the agency's. */
  channels: z.nullable(z.array(z.enum(CHANNELS)).check(z.minLength(1, 'Escolha ao menos um canal'), z.maxLength(3))),
  subject: stepText(text('Informe o assunto', 120)),
  body: stepText(prose('Escreva o texto', 2_000)),
});
export type RulerStep = z.output<typeof RulerStep>;

const steps = z.array(RulerStep).check(
  z.maxLength(MAX_STEPS, `Use até ${MAX_STEPS} passos`),
  z.refine(
    (given) => new Set(given.map(({ days }) => days)).size === given.length,
    'Dois passos caem no mesmo dia. Deixe um deles.',
  ),
);

const SavedStep = z.extend(RulerStep, { id: z.int() });

export const Ruler = z.object({
  active: z.boolean(),
  /** Day on which it was switched on. */
  since: z.nullable(calendarDate()),
  steps: z.array(SavedStep),
});
export type Ruler = z.output<typeof Ruler>;

const PlannedStep = z.object({ day: calendarDate(), days: z.int(), action, recipients });
export type PlannedStep = z.output<typeof PlannedStep>;

const stage = z.enum(STAGE_ORDER, 'Escolha a etapa');
const hold = z.nullable(z.enum(HOLD_ORDER as [Hold, ...Hold[]]));

/** An open invoice on the board. */
export const CollectionRow = z.object({
  id: z.int(),
  contract_id: z.int(),
  tenant: z.object({ id: z.int(), name: z.string() }),
  property: z.string(),
  reference: reference(),
  due_date: calendarDate(),
  /** Days late; negative before the due date. */
  days: z.int(),
  /** With the charges of today. */
  amount: money,
  /** Reason why the ruler skips it, and the last day of that. */
  hold,
  until: z.nullable(calendarDate()),
  last: z.nullable(PlannedStep),
  next: z.nullable(PlannedStep),
  /** Whether a person has to call, or a message of it failed. */
  call: z.boolean(),
  failed: z.boolean(),
});
export type CollectionRow = z.output<typeof CollectionRow>;

export const Pause = z.object({
  id: z.int(),
  /** Whether it applies to the whole contract. */
  of_contract: z.boolean(),
  reason: z.enum([...PAUSE_REASONS, 'PROMISE']),
  note: z.nullable(z.string()),
  until: z.nullable(calendarDate()),
  by: z.nullable(z.string()),
  created_at: instant,
});
export type Pause = z.output<typeof Pause>;

const outcome = z.enum(Object.keys(CALL_OUTCOMES) as [CallOutcome, ...CallOutcome[]], 'Escolha o que aconteceu');

const PauseReason = z.enum(PAUSE_REASONS, 'Escolha o motivo');
const PauseChange = z.object({
  reason: PauseReason,
  until: blank(givenDate()),
  note: prose('Informe por quê', 300),
});

export const CallChange = z
  .object({
    outcome,
    promised_for: blank(givenDate('Informe o dia prometido')),
    note: blank(prose('Escreva a anotação', 300)),
  })
  .check(
    z.refine((call) => call.outcome !== 'PROMISED' || call.promised_for !== undefined, {
      message: 'Informe o dia prometido',
      path: ['promised_for'],
    }),
  );

export const ExceptionChange = z
  .object({
    mode: z.enum(['RULER', 'NONE', 'OWN'], 'Escolha a régua deste contrato'),
    reason: blank(prose('Informe por quê', 300)),
    steps: z._default(steps, []),
  })
  .check(
    z.refine((given) => given.mode === 'RULER' || given.reason !== undefined, {
      message: 'Informe por quê',
      path: ['reason'],
    }),
    z.refine((given) => given.mode !== 'OWN' || given.steps.length > 0, {
      message: 'Deixe ao menos um passo, ou tire o contrato da régua',
      path: ['steps'],
    }),
  );

const Exception = z.object({
  mode: z.enum(['RULER', 'NONE', 'OWN']),
  reason: z.nullable(z.string()),
  steps: z.array(SavedStep),
});

const Simulated = z.object({
  day: calendarDate(),
  days: z.int(),
  action,
  recipients,
  invoice_id: z.int(),
  reference: reference(),
  /** Names of the people who would receive it, or be called. */
  people: z.array(z.string()),
});

const EDITORS = 'COLLECTION_EDIT';

/** Collection of open invoices by the ruler. */
export const collection = endpoints('collection', {
  ruler: {
    method: 'GET',
    path: '/collection/ruler',
    access: COLLECTION_READERS,
    summary: 'Régua de cobrança da imobiliária: passos e situação',
    versioned: true,
    response: Ruler,
  },
  saveRuler: {
    method: 'PUT',
    path: '/collection/ruler',
    access: EDITORS,
    summary: 'Mudar os passos da régua; um passo já feito não se repete',
    versioned: true,
    body: z.object({ steps }),
    response: Ruler,
  },
  simulate: {
    method: 'GET',
    path: '/collection/ruler/simulation',
    access: COLLECTION_READERS,
    summary: 'O que a régua faria nos próximos 30 dias com as faturas abertas, se fosse ligada hoje',
    response: z.object({
      from: calendarDate(),
      until: calendarDate(),
      /** Version of the ruler, required by `switchOn`. */
      version: z.int(),
      messages: z.int(),
      calls: z.int(),
      /** The first steps, by day. */
      steps: z.array(Simulated),
    }),
  },
  switchOn: {
    method: 'POST',
    path: '/collection/ruler/on',
    access: EDITORS,
    summary: 'Ligar a régua, depois de ver a simulação dela',
    body: z.object({
      /** Version of the ruler that was simulated, and first day of the simulation. */
      version: z
        .int('Veja a simulação antes de ligar a régua')
        .check(
          z.gte(0, 'Veja a simulação antes de ligar a régua'),
          z.lte(999_999_999, 'Veja a simulação antes de ligar a régua'),
        ),
      from: givenDate('Veja a simulação antes de ligar a régua'),
    }),
    response: Ruler,
  },
  switchOff: {
    method: 'DELETE',
    path: '/collection/ruler/on',
    access: EDITORS,
    summary: 'Desligar a régua; as mensagens que esperam são canceladas',
  },
  board: {
    method: 'GET',
    path: '/collection/board',
    access: COLLECTION_READERS,
    summary: 'Faturas abertas por etapa da cobrança, com totais e o começo de cada etapa',
    query: z.object(collectionFilters),
    response: z.object({
      active: z.boolean(),
      /** People who registered calls and pauses of open invoices. */
      staff: z.array(z.object({ id: z.int(), name: z.string() })),
      /** Name of the owner that the filter names. */
      owner: z.nullable(z.string()),
      stages: z.array(z.object({ stage, invoices: z.int(), amount: money, rows: z.array(CollectionRow) })),
    }),
  },
  stage: {
    method: 'GET',
    path: '/collection/stage',
    access: COLLECTION_READERS,
    summary: 'Faturas de uma etapa, por página',
    query: z.object({ stage, ...collectionFilters, page: z.optional(pageNumber) }),
    response: page(CollectionRow),
  },
  show: {
    method: 'GET',
    path: '/collection/invoice/:id',
    access: COLLECTION_READERS,
    summary: 'Cobrança de uma fatura: o que foi feito, o que vem, a quem ligar',
    params: idParams,
    response: z.object({
      row: CollectionRow,
      done: z.array(z.extend(PlannedStep, { at: instant })),
      planned: z.array(PlannedStep),
      calls: z.array(
        z.object({
          at: instant,
          by: z.nullable(z.string()),
          outcome,
          promised_for: z.nullable(calendarDate()),
          note: z.nullable(z.string()),
        }),
      ),
      pauses: z.array(Pause),
      people: z.array(
        z.object({ id: z.int(), name: z.string(), phone: z.nullable(z.string()), is_guarantor: z.boolean() }),
      ),
      /** Owners of the property. */
      owners: z.array(z.object({ id: z.int(), name: z.string() })),
      /** Words for the call. */
      script: z.nullable(z.string()),
    }),
  },
  call: {
    method: 'POST',
    path: '/collection/invoice/:id/call',
    access: EDITORS,
    summary: 'Registrar uma ligação; uma promessa para a régua até o dia prometido',
    params: idParams,
    body: CallChange,
  },
  pause: {
    method: 'POST',
    path: '/collection/invoice/:id/pause',
    access: EDITORS,
    summary: 'Deixar uma fatura fora da régua, com o motivo',
    params: idParams,
    body: PauseChange,
  },
  pauseContract: {
    method: 'POST',
    path: '/collection/contract/:id/pause',
    access: EDITORS,
    summary: 'Deixar todas as faturas de um contrato fora da régua, com o motivo',
    params: idParams,
    body: PauseChange,
  },
  resume: {
    method: 'DELETE',
    path: '/collection/pause/:id',
    access: EDITORS,
    summary: 'Voltar a cobrar pela régua',
    params: idParams,
  },
  exception: {
    method: 'GET',
    path: '/collection/contract/:id',
    access: COLLECTION_READERS,
    summary: 'Régua de um contrato: a da imobiliária, nenhuma, ou passos próprios',
    params: idParams,
    response: Exception,
  },
  saveException: {
    method: 'PUT',
    path: '/collection/contract/:id',
    access: EDITORS,
    summary: 'Mudar a régua de um contrato',
    params: idParams,
    body: ExceptionChange,
    response: Exception,
  },
});

export const collectionProblems = problems({
  COLLECTION_INVOICE_NOT_FOUND: [404, 'Não encontramos esta fatura aberta.'],
  COLLECTION_CONTRACT_NOT_FOUND: [404, 'Não encontramos este contrato.'],
  COLLECTION_PAUSE_NOT_FOUND: [404, 'Esta fatura já voltou à régua.'],
  COLLECTION_PAUSED: [409, 'Já está fora da régua por este motivo.'],
  COLLECTION_UNTIL_PAST: [422, 'Informe hoje ou um dia que ainda vem', 'until'],
  COLLECTION_PROMISE_PAST: [422, 'Informe hoje ou um dia que ainda vem', 'promised_for'],
  COLLECTION_STEP_NOT_FOUND: [409, 'Um dos passos foi removido por outra pessoa. Abra a régua de novo.'],
  COLLECTION_NO_STEPS: [409, 'A régua não tem passos. Inclua ao menos um antes de ligar.'],
  COLLECTION_SIMULATION_OLD: [409, 'A régua mudou depois da simulação. Veja a simulação de novo.'],
  COLLECTION_ON: [409, 'A régua já está ligada.'],
  COLLECTION_OFF: [409, 'A régua já está desligada.'],
});

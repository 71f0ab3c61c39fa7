import type { Stage } from './stage-order.ts';

/** Reasons why the ruler skips an open invoice; of several the first counts. */
export const HOLDS = {
  LEGAL: 'No jurídico',
  AGREEMENT: 'Em acordo',
  CONTEST: 'Contestada',
  DO_NOT_CONTACT: 'Não contatar',
  ARRIVED: 'Pagamento em conferência',
  PROMISE: 'Prometeu pagar',
  CLOSED: 'Contrato encerrado',
} as const;
export type Hold = keyof typeof HOLDS;
export const HOLD_ORDER = Object.keys(HOLDS) as readonly Hold[];

/** Outcomes of a call to a tenant or a guarantor. */
export const CALL_OUTCOMES = { SPOKE: 'Falou', NO_ANSWER: 'Não atendeu', PROMISED: 'Prometeu pagar' } as const;
export type CallOutcome = keyof typeof CALL_OUTCOMES;

/** Holds that staff set. */
export const PAUSE_REASONS = ['CONTEST', 'DO_NOT_CONTACT', 'LEGAL'] as const satisfies readonly Hold[];
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const STAGES: Readonly<Record<Stage, string>> = {
  UPCOMING: 'A vencer',
  TODAY: 'Vence hoje',
  DAYS_1_7: '1 a 7 dias',
  DAYS_8_30: '8 a 30 dias',
  OVER_30: 'Mais de 30 dias',
  AGREEMENT: 'Em acordo',
  CONTEST: 'Contestadas',
  DO_NOT_CONTACT: 'Não contatar',
  LEGAL: 'Jurídico',
};

type AgeStage = { stage: Stage; upTo: number };

/** Stages by days late; the last has no limit. */
export const AGE_STAGES: readonly AgeStage[] = [
  { stage: 'UPCOMING', upTo: -1 },
  { stage: 'TODAY', upTo: 0 },
  { stage: 'DAYS_1_7', upTo: 7 },
  { stage: 'DAYS_8_30', upTo: 30 },
  { stage: 'OVER_30', upTo: Number.POSITIVE_INFINITY },
];

/** Holds with a stage of their own. An invoice with another hold stays in the stage of its age. */
export const HELD_STAGES = HOLD_ORDER.filter((hold) => hold in STAGES);

import type { FormStep } from '@morada/domain/application/form';

/** Steps as the address names them. */
export const STEP_NAMES = {
  person: 'dados',
  company: 'empresa',
  home: 'moradia',
  income: 'renda',
  references: 'referencias',
  property: 'imovel',
  documents: 'documentos',
  consent: 'conferir',
} as const satisfies Record<FormStep, string>;

const STEPS = new Map(Object.entries(STEP_NAMES).map(([step, name]) => [name, step as FormStep]));

export const stepNamed = (name: unknown): FormStep | undefined =>
  typeof name === 'string' ? STEPS.get(name as (typeof STEP_NAMES)[FormStep]) : undefined;

export const stepPath = (path: string, step: FormStep) => `${path}?passo=${STEP_NAMES[step]}`;

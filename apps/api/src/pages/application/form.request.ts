import { Problem } from '@morada/contract/base/problem';
import { FORM_SCHEMAS } from '@morada/contract/lease/application-form';
import { placeProblems } from '@morada/contract/registry/places';
import type { AnsweredStep } from '@morada/domain/application/form';
import { formatDate, isCalendarDate, parseDate } from '@morada/domain/base/calendar';
import { formatCep } from '@morada/domain/base/cep';
import { formatDocument } from '@morada/domain/base/documents';
import { formatMoney, fromHundredths, parseMoney } from '@morada/domain/base/money';
import { formatPhone } from '@morada/domain/base/phone';
import { type OpenForm, saveStep } from '#api/modules/lease/applications/form.service.ts';
import { addressOfCep } from '#api/modules/registry/places/places.service.ts';
import type { Deps } from '../../context.ts';
import { type Errors, type FormOutcome, takeForm, type Values } from '../kit/form-values.ts';

/** An amount as typed; an unreadable one is NaN, which no schema accepts. */
function readAmount(text: string | undefined): number | undefined {
  if (!text?.trim()) return undefined;
  const hundredths = parseMoney(text);
  return hundredths === undefined ? Number.NaN : fromHundredths(hundredths);
}

const AMOUNTS = new Set(['income', 'other_income', 'revenue', 'debts', 'property_value']);

/** Values of a step as its schema reads them. A day may be typed, where the browser has no picker. */
function readTyped(values: Values, deps: Pick<Deps, 'today'>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => {
      if (AMOUNTS.has(name)) return [name, readAmount(text)];
      if (name === 'birth_date' && !isCalendarDate(text)) return [name, parseDate(text, deps.today()) ?? text];
      return [name, text];
    }),
  );
}

const FORMATS: Readonly<Record<string, (value: never) => string>> = {
  cpf: formatDocument,
  cnpj: formatDocument,
  representative_cpf: formatDocument,
  birth_date: formatDate,
  phone: formatPhone,
  reference_phone: formatPhone,
  other_reference_phone: formatPhone,
  cep: formatCep,
  ...Object.fromEntries([...AMOUNTS].map((name) => [name, formatMoney])),
};

/** Answers of a step as its fields show them. */
export const shownValues = (answers: object | undefined): Values =>
  Object.fromEntries(
    Object.entries(answers ?? {}).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, FORMATS[name]?.(value as never) ?? String(value)]],
    ),
  );

type Taken = FormOutcome & { token?: string | undefined };

/** Checks and keeps one step. `token`: of the browser that became the form's by it. */
export async function takeStep(deps: Deps, form: OpenForm, step: AnsweredStep, values: Values): Promise<Taken> {
  let token: string | undefined;
  const outcome = await takeForm(FORM_SCHEMAS[step], readTyped(values, deps), async (input) => {
    token = await saveStep(deps, form, step, withoutGaps(input) as never);
  });
  return { ...outcome, token };
}

/** Absent answers are null: what is kept names every question. */
const withoutGaps = (input: object) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value ?? null]));

type LookedUp = { values: Values; errors: Errors; note: string };

const AWAY = 'Não conseguimos consultar o CEP agora. Preencha o endereço abaixo e siga normalmente.';
const UNKNOWN = 'Não encontramos este CEP. Confira os números, ou preencha o endereço abaixo.';
const FOUND = 'Endereço preenchido pelo CEP. Confira, e informe o número.';

/** Fills in the address of a CEP. The form goes on without the service. */
export async function fillAddress(deps: Deps, values: Values): Promise<LookedUp> {
  try {
    const { street, neighborhood, city, state } = await addressOfCep(deps, (values.cep ?? '').replace(/\D/g, ''));
    const found = Object.entries({ street, neighborhood, city, state }).filter(([, text]) => text);
    return { values: { ...values, ...Object.fromEntries(found) }, errors: {}, note: FOUND };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { values, errors: {}, note: error.code === placeProblems.CEP_NOT_FOUND().code ? UNKNOWN : AWAY };
  }
}

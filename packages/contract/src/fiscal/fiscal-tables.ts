import {
  calendarTableProblems,
  reformTableProblems,
  type TableProblem,
  withholdingTableProblems,
} from '@morada/domain/fiscal/fiscal-tables';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import {
  calendarDate,
  givenDate,
  idParams,
  nonNegativeMoney,
  partOfWhole,
  positiveMoney,
  text,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { FISCAL_READERS } from './fiscal.search.ts';

const PART = 'Informe um percentual de 0% a 100%';
const rate = partOfWhole(PART);
const AMOUNT = 'Informe um valor em reais';
const amount = nonNegativeMoney(AMOUNT);
const above = positiveMoney('Informe um valor acima de zero');

const SLOPE = 'Informe um número de 0 a 1, com até seis casas decimais';
const slope = z.number(SLOPE).check(
  z.gte(0, SLOPE),
  z.lte(1, SLOPE),
  z.refine((value) => Math.abs(value * 1e6 - Math.round(value * 1e6)) < 1e-6, SLOPE),
);

export const WithholdingFigures = z.object({
  /** The last one has no limit. */
  brackets: z
    .array(z.object({ up_to: z.nullable(above), rate, deduct: amount }))
    .check(z.minLength(1, 'Informe as faixas'), z.maxLength(12, 'Use até 12 faixas')),
  simplified_discount: amount,
  /** Reduction of the tax (Lei 15.270/2025): `full` up to an income, then `constant` less `slope` of the income. */
  reduction: z.nullable(z.object({ full_up_to: above, full: amount, fades_to: above, constant: amount, slope })),
  non_resident_rate: rate,
  /** Smallest amount of a DARF. */
  minimum: amount,
});
export type WithholdingFigures = z.output<typeof WithholdingFigures>;

const NUMBER = 'Informe o número de imóveis';

export const ReformFigures = z.object({
  income_limit: above,
  properties: z.int(NUMBER).check(z.gte(0, NUMBER), z.lte(999, NUMBER)),
  near: rate,
  excess: rate,
  excess_needs_properties: z.boolean(),
  rates: z.object({
    ibs_state: rate,
    ibs_municipal: rate,
    cbs: rate,
    lease_reduction: rate,
    social_reducer: amount,
    deducts_pis_cofins: z.boolean(),
    collected: z.boolean(),
    /** Fixed by law; false: an estimate, which never reaches an invoice. */
    official: z.boolean(),
  }),
  fixed_rate: z.object({
    rate,
    signed_until: givenDate(),
    registered_until: givenDate(),
    residential_until: givenDate(),
  }),
});
export type ReformFigures = z.output<typeof ReformFigures>;

const DAY = 'Informe um dia de 1 a 31';
const MONTH = 'Informe um mês de 1 a 12';

export const CALENDAR_RULES = {
  DAY_OR_EARLIER_BUSINESS_DAY: 'Dia do mês, ou o dia útil anterior',
  LAST_BUSINESS_DAY_OF_MONTH: 'Último dia útil do mês',
  ON: 'Um dia só',
} as const;
type RuleKind = keyof typeof CALENDAR_RULES;

const Obligation = z
  .object({
    name: text('Informe o nome', 120),
    who: text('Informe quem entrega ou paga', 120),
    rule: z.enum(Object.keys(CALENDAR_RULES) as [RuleKind, ...RuleKind[]], 'Informe quando vence'),
    day: z.nullable(z.int(DAY).check(z.gte(1, DAY), z.lte(31, DAY))),
    /** Null: every month. */
    month: z.nullable(z.int(MONTH).check(z.gte(1, MONTH), z.lte(12, MONTH))),
    date: z.nullable(givenDate()),
  })
  .check(({ value: { rule, day, date }, issues }) => {
    if (rule === 'DAY_OR_EARLIER_BUSINESS_DAY' && day === null)
      issues.push({ code: 'custom', message: DAY, input: day, path: ['day'] });
    if (rule === 'ON' && date === null)
      issues.push({ code: 'custom', message: 'Informe o dia', input: date, path: ['date'] });
  });

export const CalendarFigures = z.object({
  obligations: z.array(Obligation).check(z.minLength(1, 'Informe os prazos'), z.maxLength(30, 'Use até 30 prazos')),
});
export type CalendarFigures = z.output<typeof CalendarFigures>;

/** A calendar rule in its stored form. */
export const ruleOf = ({ rule, day, month, date }: CalendarFigures['obligations'][number]) => {
  const monthly = month === null ? {} : { month };
  if (rule === 'ON') return { kind: rule, date: date as NonNullable<typeof date> };
  if (rule === 'LAST_BUSINESS_DAY_OF_MONTH') return { kind: rule, ...monthly };
  return { kind: rule, day: day as NonNullable<typeof day>, ...monthly };
};

/** A reduction's slope as it is stored. */
export const millionths = (value: number) => Math.round(value * 1_000_000);

export const storedWithholding = ({ reduction, ...table }: WithholdingFigures) => {
  if (!reduction) return { ...table, reduction };
  const { slope, ...rest } = reduction;
  return { ...table, reduction: { ...rest, slope_millionths: millionths(slope) } };
};

export const storedCalendar = ({ obligations }: CalendarFigures) => ({
  obligations: obligations.map((one) => ({ name: one.name, who: one.who, rule: ruleOf(one) })),
});

const row = <T extends z.ZodMiniType>(figures: T) =>
  z.object({
    id: z.int(),
    valid_from: calendarDate(),
    /** Null: no end is known. */
    valid_to: z.nullable(calendarDate()),
    source: z.string(),
    version: z.int(),
    state: z.enum(['ENDED', 'CURRENT', 'FUTURE']),
    /** It has not begun, and nothing was computed with it; or it is an estimate, which nothing is charged by. */
    can_change: z.boolean(),
    figures,
  });

export const FiscalTables = z.object({
  /** Tables of each kind, the newest first. */
  withholding: z.array(row(WithholdingFigures)),
  calendar: z.array(row(CalendarFigures)),
  reform: z.array(row(ReformFigures)),
});
export type FiscalTables = z.output<typeof FiscalTables>;

type Path = readonly (string | number)[];
type Issue = { code: 'custom'; message: string; input: unknown; path: PropertyKey[] };
const asIssues = (found: readonly TableProblem[], under: Path, input: unknown): Issue[] =>
  found.map(({ path, message }) => ({ code: 'custom', message, input, path: [...under, ...path] }));

const validity = {
  valid_from: givenDate('Informe o primeiro dia'),
  source: text('Informe a norma que a define', 300),
  /** Version, as shown, of the table with the same first day that this one replaces. */
  replaces: z.optional(z.int()),
};

export const NewWithholdingTable = z
  .object({ ...validity, figures: WithholdingFigures })
  .check(({ value: { figures }, issues }) => {
    issues.push(...asIssues(withholdingTableProblems(storedWithholding(figures)), ['figures'], figures));
  });

export const NewCalendarTable = z
  .object({ ...validity, figures: CalendarFigures })
  .check(({ value: { figures }, issues }) => {
    issues.push(...asIssues(calendarTableProblems(storedCalendar(figures)), ['figures'], figures));
  });

export const NewReformTable = z
  .object({ ...validity, figures: ReformFigures })
  .check(({ value: { figures }, issues }) => {
    issues.push(...asIssues(reformTableProblems(figures), ['figures'], figures));
  });

const MADE = z.object({ id: z.int() });

export const fiscalTables = endpoints('fiscal', {
  list: {
    method: 'GET',
    path: '/fiscal/tables',
    access: FISCAL_READERS,
    summary: 'Tabelas fiscais com vigência: imposto de renda na fonte, prazos e limites da reforma',
    response: FiscalTables,
  },
  putWithholding: {
    method: 'POST',
    path: '/fiscal/tables/withholding',
    access: '*',
    summary: 'Cadastrar uma vigência da tabela do imposto de renda na fonte; encerra a que vigora no primeiro dia dela',
    body: NewWithholdingTable,
    response: MADE,
    status: 201,
  },
  putCalendar: {
    method: 'POST',
    path: '/fiscal/tables/calendar',
    access: '*',
    summary: 'Cadastrar uma vigência dos prazos fiscais; encerra a que vigora no primeiro dia dela',
    body: NewCalendarTable,
    response: MADE,
    status: 201,
  },
  putReform: {
    method: 'POST',
    path: '/fiscal/tables/reform',
    access: '*',
    summary: 'Cadastrar uma vigência dos limites e alíquotas da reforma; encerra a que vigora no primeiro dia dela',
    body: NewReformTable,
    response: MADE,
    status: 201,
  },
  remove: {
    method: 'DELETE',
    path: '/fiscal/tables/:id',
    access: '*',
    summary: 'Remover uma vigência que ainda não começou; a anterior segue até o fim dela',
    params: idParams,
  },
});

export const fiscalTableProblems = problems({
  FISCAL_TABLE_NOT_FOUND: [404, 'Não encontramos esta tabela.'],
  FISCAL_TABLE_EARLY: [
    422,
    'A vigência começa neste ano ou depois: o que os anos anteriores mostraram não muda',
    'valid_from',
  ],
  FISCAL_TABLE_BEGUN: [
    409,
    'A tabela deste dia já começou e não muda: o que ela calculou foi mostrado. Cadastre outra a partir de um dia seguinte.',
    'valid_from',
  ],
  FISCAL_TABLE_USED: [
    409,
    'Já há faturas emitidas com o imposto desta tabela. Cadastre outra a partir de um dia seguinte.',
    'valid_from',
  ],
  FISCAL_TABLE_CHANGED: [409, 'Outra pessoa mudou esta tabela antes. Abra-a de novo.', 'valid_from'],
});

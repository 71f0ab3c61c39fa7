import { type CalendarDate, isCalendarDate, isReference, type Reference } from '@morada/domain/base/calendar';
import { bareDocument, isCnpj, isCpf, isDocument } from '@morada/domain/base/documents';
import { type BasisPoints, type Cents, fromHundredths, toHundredths, WHOLE } from '@morada/domain/base/money';
import { barePhone } from '@morada/domain/base/phone';
import { cleanText, hasControl, isSeen } from '@morada/domain/base/written';
import * as z from 'zod/mini';
import './words.ts';

/** PostgreSQL refuses NUL in text, and other control characters have no use in records. */
const noControl = z.refine<string>((value) => !hasControl(value), 'Há caracteres inválidos');
const noBreak = z.refine<string>((value) => !value.includes('\n'), 'Escreva em uma linha só');
/** Hidden characters go before the length is counted. */
const clean = z.overwrite<string>(cleanText);
const onOneLine = z.overwrite<string>((value) => value.replace(/\t/g, ' '));

const twoDecimals = (value: number) => toHundredths(value) !== undefined;

/**
 * A number with at most two decimals on the wire, its whole hundredths in the code. Its input type is the decoded one:
 * forms hold hundredths, and the call encodes them (`wire.ts`).
 */
export const hundredths = <Hundredths extends number>(message: string) =>
  z.codec(z.number(message).check(z.refine(twoDecimals, message)), z.int(), {
    decode: (wire) => toHundredths(wire) ?? Number.NaN,
    encode: fromHundredths,
  }) as unknown as z.ZodMiniType<Hundredths, Hundredths>;

/** Reais with at most two decimals on the wire, integer centavos in the code. */
export const money = hundredths<Cents>('Informe um valor em reais, com até duas casas decimais');
/** A larger amount is a typo, and sums over a portfolio would lose exactness. */
const withinReason = z.refine<Cents>((value) => value <= 100_000_000_000, 'Use até R$ 1.000.000.000,00');
export const positiveMoney = (message: string) =>
  hundredths<Cents>(message).check(
    z.refine((value) => value > 0, message),
    withinReason,
  );
export const nonNegativeMoney = (message: string) =>
  hundredths<Cents>(message).check(
    z.refine((value) => value >= 0, message),
    withinReason,
  );

/** Percent with at most two decimals on the wire (8.5), integer basis points in the code (850). */
export const percent = hundredths<BasisPoints>('Informe um percentual, com até duas casas decimais');
/** A percentage of a whole, with the form's own message. */
export const partOfWhole = (message: string) =>
  hundredths<BasisPoints>(message).check(z.refine((value) => value >= 0 && value <= WHOLE, message));

/** The `{id}` of a path: any other text is an unknown record, so it answers 404. */
export const id = z.codec(z.string().check(z.regex(/^\d{1,15}$/)), z.int(), { decode: Number, encode: String });
/** The number of a line, a sheet or a part in a path: the database holds it in 32 bits. */
export const placeNumber = z.codec(z.string().check(z.regex(/^\d{1,9}$/)), z.int(), { decode: Number, encode: String });
export const idParams = z.object({ id });
/** A record's id inside a body or a response. */
export const recordId = (message?: string) => z.int(message).check(z.positive(message));

const atMost = (max: number) => z.maxLength(max, `Use até ${max} caracteres`);
/** An empty text is reported by its length. */
const seen = (message: string) => z.refine<string>((value) => value === '' || isSeen(value), message);

/** Text of one line, such as a name: without breaks, marks of direction and invisible characters. */
export const text = (message: string, max = 200) =>
  z
    .string(message)
    .check(clean, onOneLine, z.trim(), z.minLength(1, message), atMost(max), noControl, noBreak, seen(message));
/** Text of several lines, such as a description. */
export const prose = (message: string, max: number) =>
  z.string(message).check(clean, z.trim(), z.minLength(1, message), atMost(max), noControl, seen(message));

/** A blank field is stored as null, not as an empty text. */
const orNull = (schema: z.ZodMiniString<string>) =>
  z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value) => (value !== null && isSeen(value) ? value : null)),
    ),
  );
export const optionalText = (max = 200) =>
  orNull(z.string().check(clean, onOneLine, z.trim(), atMost(max), noControl, noBreak));
export const optionalProse = (max: number) => orNull(z.string().check(clean, z.trim(), atMost(max), noControl));

export const calendarDate = (message = 'Informe uma data válida') =>
  z.custom<CalendarDate>((value) => typeof value === 'string' && isCalendarDate(value), message);
/** Plausible days for an agency: others are typos, and arithmetic on them could leave the calendar. */
export const isPlausible = (date: CalendarDate) => date >= '1900-01-01' && date <= '2199-12-31';
/** A day given by a user; `calendarDate` is for days in our own responses. */
export const givenDate = (message = 'Informe uma data válida') =>
  calendarDate(message).check(z.refine(isPlausible, message));
export const reference = (message = 'Informe o mês, como 2026-11') =>
  z.custom<Reference>((value) => typeof value === 'string' && isReference(value), message);
/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime();

export const email = (message = 'Informe um e-mail válido') =>
  z.pipe(z.string(message).check(z.trim(), z.toLowerCase(), z.maxLength(254, message)), z.email(message));

/** CPF or CNPJ (letters included), accepted with or without its mask; bare in the code. */
export const document = (required: string) =>
  z.pipe(
    z.pipe(
      z
        .string(required)
        .check(z.trim(), z.minLength(1, required), z.maxLength(20, 'Documento inválido. Confira os dígitos.')),
      z.transform(bareDocument),
    ),
    z.string().check(
      z.refine(isDocument, {
        error: (issue) =>
          String(issue.input).length > 11 ? 'CNPJ inválido. Confira os dígitos.' : 'CPF inválido. Confira os dígitos.',
      }),
    ),
  );

export const cnpj = (required: string) => document(required).check(z.refine(isCnpj, required));

export const cpf = (required: string) => document(required).check(z.refine(isCpf, required));

const digits = (value: string) => value.replace(/\D/g, '');

/** Brazilian phone, 10 or 11 digits with the area code. */
export const phone = (required: string) =>
  z.pipe(
    z.pipe(
      z.string(required).check(z.minLength(1, required), z.maxLength(30, 'Informe o telefone com DDD')),
      z.transform(barePhone),
    ),
    z.string().check(z.regex(/^\d{10,11}$/, 'Informe o telefone com DDD')),
  );

export const cep = (required = 'Informe o CEP') =>
  z.pipe(
    z.pipe(z.string(required).check(z.minLength(1, required), z.maxLength(12, required)), z.transform(digits)),
    z.string().check(z.regex(/^\d{8}$/, 'O CEP tem 8 dígitos')),
  );

export const STATES = [
  'AC',
  'AL',
  'AM',
  'AP',
  'BA',
  'CE',
  'DF',
  'ES',
  'GO',
  'MA',
  'MG',
  'MS',
  'MT',
  'PA',
  'PB',
  'PE',
  'PI',
  'PR',
  'RJ',
  'RN',
  'RO',
  'RR',
  'RS',
  'SC',
  'SE',
  'SP',
  'TO',
] as const;
export const state = (message = 'Informe o Estado') => z.enum(STATES, message);

/** An optional field: `''` and null mean absent. */
export const blank = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (value === '' || value === null ? undefined : value)),
      z.optional(schema) as unknown as z.ZodMiniType<z.output<T> | undefined, NonNullable<unknown> | undefined>,
    ) as unknown as z.ZodMiniType<z.output<T> | undefined, z.input<T> | '' | null | undefined>,
  );

/** A clearable field: `''` and null empty it, absent leaves it unchanged. */
export const clearable = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (value === '' ? null : value)),
      z.nullable(schema) as unknown as z.ZodMiniType<z.output<T> | null, NonNullable<unknown> | null>,
    ) as unknown as z.ZodMiniType<z.output<T> | null, z.input<T> | '' | null>,
  );

export const PAGE_SIZE = 20;
const MAX_PAGE = 1_000_000;

const PAGE = 'Informe a página, a partir de 1';
/** `?page=` from 1. In the address bar anything unreadable is the first page; a call refuses it (`strict.ts`). */
export const pageNumber = z.catch(z.coerce.number(PAGE).check(z.int(PAGE), z.gte(1, PAGE), z.lte(MAX_PAGE, PAGE)), 1);
/** Free text of a search box: at least two characters, as the specification says. */
export const searchText = z.catch(
  z.optional(
    z.pipe(
      z.coerce.string().check(z.trim()),
      z
        .string()
        .check(z.minLength(2, 'Busque por ao menos 2 letras'), z.maxLength(120, 'Busque por até 120 caracteres')),
    ),
  ),
  undefined,
);
const NUMBER = 'Informe o número do registro';
export const searchId = z.catch(
  z.optional(z.coerce.number(NUMBER).check(z.int(NUMBER), z.gte(1, NUMBER), z.lte(999_999_999_999_999, NUMBER))),
  undefined,
);

export const page = <T extends z.ZodMiniType>(row: T) =>
  z.object({ data: z.array(row), page: z.int(), lastPage: z.int(), total: z.int() });

export const lastPage = (total: number) => Math.max(1, Math.ceil(total / PAGE_SIZE));

/** Checks of several fields run even when one of them is invalid, so that all problems are shown at once. */
export const isFilledIn = ({ value }: { value: unknown }) => value instanceof Object;

/** Address of a service outside: by https, or on this machine. */
export const serviceAddress = (message: string) =>
  z.string().check(
    z.trim(),
    z.maxLength(300, { error: 'Use até 300 caracteres', abort: true }),
    z.refine(
      (value) =>
        /^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$))[^\s?#@]*$/.test(value) && URL.canParse(value),
      message,
    ),
  );

import type { StatedBalance, StatementLine } from '@morada/domain/bank/reconciliation/balances';
import { addDays, type CalendarDate, earlier } from '@morada/domain/base/calendar';
import * as z from 'zod/mini';
import { type BankAccess, type BankDialect, BankFailure, bankApi } from '../bank-api.ts';
import type { Patience } from '../service.ts';
import { everyPage, type StatementAccess, type StatementReader } from './statement-reader.ts';
import { amountOf, memoOf, numericDayOf, wordOf } from './values.ts';

// «Extratos» v2 of Banco do Brasil. Fields that aren't named here are ignored.

const Refusal = z.object({
  message: z.optional(z.string()),
  erros: z.optional(z.array(z.object({ mensagem: z.optional(z.string()) }))),
});

function reasonOf(body: unknown): string | undefined {
  const { success, data } = Refusal.safeParse(body);
  if (!success) return undefined;
  return (data.erros ?? []).flatMap(({ mensagem }) => mensagem ?? []).join(' ') || data.message;
}

const dialect = (applicationKey: string): BankDialect => ({
  scope: 'extrato-info',
  credentials: 'HEADER',
  query: { 'gw-dev-app-key': applicationKey },
  reasonOf,
});

const Entry = z.object({
  indicadorTipoLancamento: wordOf,
  indicadorSinalLancamento: wordOf,
  dataLancamento: z.nullish(numericDayOf),
  valorLancamento: z.nullish(amountOf),
  numeroDocumento: wordOf,
  codigoHistorico: wordOf,
  // Version 1 of the API names this field `textoDescricaoHistorico`.
  textoDescricaoSubHistorico: wordOf,
  textoDescricaoHistorico: wordOf,
  textoInformacaoComplementar: wordOf,
});
type Entry = z.output<typeof Entry>;

const Page = z.object({
  numeroPaginaProximo: z.int(),
  quantidadeTotalRegistro: z.int(),
  listaLancamento: z.nullish(z.array(Entry)),
});

/** Type of booked entries; others are future ones, in process, or limits. */
const BOOKED = '1';
/** Codes of lines that state a balance: before the period, and at the end of a day. */
const BALANCE_BEFORE = '0';
const BALANCE = '999';
const SIGNS: Readonly<Record<string, 1 | -1>> = { C: 1, D: -1 };

/** Days of one query, and entries of one page. */
const MOST_DAYS = 31;
const PAGE = 100;

/** `ddmmaaaa` without the leading zero of the day. */
const dayOf = (day: CalendarDate) => String(Number(day.split('-').reverse().join('')));

/** Without the check digit and leading zeros. */
const withoutDigit = (account: string) =>
  account
    .replaceAll(/[^0-9Xx]/g, '')
    .slice(0, -1)
    .replace(/^0+(?=.)/, '');

function windows(from: CalendarDate, until: CalendarDate): { first: CalendarDate; last: CalendarDate }[] {
  const last = earlier(addDays(from, MOST_DAYS - 1), until);
  return [{ first: from, last }, ...(last < until ? windows(addDays(last, 1), until) : [])];
}

export function bancoDoBrasilStatements(
  access: BankAccess,
  { agency, account, application_key }: StatementAccess,
  patience?: Patience,
): StatementReader {
  const api = bankApi(access, dialect(application_key ?? ''), patience);
  const place = (agency ?? '').replaceAll(/\D/g, '').replace(/^0+(?=.)/, '');
  const path = `/conta-corrente/agencia/${place}/conta/${withoutDigit(account)}`;
  const entries = (first: CalendarDate, last: CalendarDate) =>
    everyPage(async (index) => {
      const page = await api.call({
        method: 'GET',
        path,
        query: {
          dataInicioSolicitacao: dayOf(first),
          dataFimSolicitacao: dayOf(last),
          numeroPaginaSolicitacao: String(index + 1),
          quantidadeRegistroPaginaSolicitacao: String(PAGE),
        },
        answer: Page,
      });
      const isLast = page.numeroPaginaProximo === 0;
      return { rows: page.listaLancamento ?? [], total: page.quantidadeTotalRegistro, isLast };
    }).catch(noEntries);
  return {
    async read(from, until) {
      const found: Entry[] = [];
      for (const { first, last } of windows(from, until)) found.push(...(await entries(first, last)));
      const booked = found.filter((entry) => entry.indicadorTipoLancamento === BOOKED);
      const moved = booked.filter(
        ({ codigoHistorico, indicadorSinalLancamento }) =>
          codigoHistorico !== BALANCE_BEFORE && codigoHistorico !== BALANCE && indicadorSinalLancamento !== '*',
      );
      const lines = moved.flatMap(lineOf);
      return { lines, unread: moved.length - lines.length, balance: balanceOf(booked) };
    },
    close: api.close,
  };
}

/** For a period without entries the bank answers that it doesn't exist. */
function noEntries(error: unknown): Entry[] {
  if (error instanceof BankFailure && error.kind === 'ABSENT') return [];
  throw error;
}

const signed = ({ indicadorSinalLancamento, valorLancamento }: Entry) => {
  const sign = SIGNS[indicadorSinalLancamento];
  return sign === undefined || valorLancamento == null ? undefined : sign * Math.abs(valorLancamento);
};

/** The bank assigns its identifier on the next day, so an entry is identified by its document and kind. */
function lineOf(entry: Entry): StatementLine[] {
  const amount = signed(entry);
  const { dataLancamento: day, numeroDocumento, codigoHistorico } = entry;
  if (day == null || amount === undefined) return [];
  const words = entry.textoDescricaoSubHistorico || entry.textoDescricaoHistorico;
  return [
    {
      fitid: `${numeroDocumento}.${codigoHistorico}`,
      ...{ day, amount, memo: memoOf(words, entry.textoInformacaoComplementar) },
    },
  ];
}

function balanceOf(booked: readonly Entry[]): StatedBalance | null {
  const stated = booked.flatMap((entry) => {
    const balance = entry.codigoHistorico === BALANCE ? signed(entry) : undefined;
    return entry.dataLancamento == null || balance === undefined ? [] : { day: entry.dataLancamento, balance };
  });
  return stated.sort((one, other) => (one.day < other.day ? -1 : 1)).at(-1) ?? null;
}

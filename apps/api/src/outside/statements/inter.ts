import type { StatedBalance } from '@morada/domain/bank/reconciliation/balances';
import type { CalendarDate } from '@morada/domain/base/calendar';
import * as z from 'zod/mini';
import { type BankAccess, type BankDialect, bankApi } from '../bank-api.ts';
import { reasonOf } from '../refusal.ts';
import type { Patience } from '../service.ts';
import { everyPage, type StatementAccess, type StatementReader } from './statement-reader.ts';
import { amountOf, dayOf, eitherDayOf, memoOf, wordOf } from './values.ts';

// «Banking» v2 of Banco Inter: the detailed statement and the balance of a day. Fields that aren't named here are ignored.

const dialect = (account: string): BankDialect => ({
  scope: 'extrato.read',
  credentials: 'BODY',
  headers: { 'x-conta-corrente': account },
  reasonOf,
});

const Transaction = z.object({
  idTransacao: wordOf,
  dataTransacao: z.nullish(dayOf),
  tipoOperacao: wordOf,
  valor: z.nullish(amountOf),
  titulo: wordOf,
  descricao: wordOf,
  detalhes: z.nullish(z.object({ endToEndId: wordOf })),
});

const Page = z.object({
  totalPaginas: z.int(),
  totalElementos: z.int(),
  ultimaPagina: z.optional(z.boolean()),
  transacoes: z.optional(z.array(Transaction)),
});

/** `dataReferencia`: the last business day, if the requested day isn't one. */
const Balance = z.object({ disponivel: amountOf, dataReferencia: z.nullish(eitherDayOf) });

const PAGE = 1_000;

export function interStatements(
  access: BankAccess,
  { account }: StatementAccess,
  patience?: Patience,
): StatementReader {
  const api = bankApi(access, dialect(account), patience);
  const transactions = (from: CalendarDate, until: CalendarDate) =>
    everyPage(async (place) => {
      const page = await api.call({
        method: 'GET',
        path: '/banking/v2/extrato/completo',
        query: { dataInicio: from, dataFim: until, pagina: String(place), tamanhoPagina: String(PAGE) },
        answer: Page,
      });
      const isLast = page.ultimaPagina ?? place + 1 >= page.totalPaginas;
      return { rows: page.transacoes ?? [], total: page.totalElementos, isLast };
    });

  async function balance(on: CalendarDate): Promise<StatedBalance | null> {
    const { disponivel, dataReferencia } = await api.call({
      method: 'GET',
      path: '/banking/v2/saldo',
      query: { dataSaldo: on },
      answer: Balance,
    });
    return disponivel === null ? null : { day: dataReferencia ?? on, balance: disponivel };
  }

  return {
    async read(from, until) {
      const found = await transactions(from, until);
      const lines = found.flatMap(
        ({ idTransacao, dataTransacao, tipoOperacao, valor, titulo, descricao, detalhes }) => {
          const isReadable = dataTransacao != null && valor != null && /^[CD]$/.test(tipoOperacao);
          if (!isReadable) return [];
          return {
            // The end-to-end id of a Pix names the invoice that it paid.
            fitid: [idTransacao, detalhes?.endToEndId ?? ''].filter(Boolean).join(' '),
            day: dataTransacao,
            amount: tipoOperacao === 'D' ? 0 - Math.abs(valor) : valor,
            memo: memoOf(titulo, descricao),
          };
        },
      );
      return { lines, unread: found.length - lines.length, balance: await balance(until) };
    },
    close: api.close,
  };
}

import { addDays, type CalendarDate, earlier, lastDay, referenceOf } from '@morada/domain/base/calendar';
import * as z from 'zod/mini';
import { type BankAccess, type BankDialect, bankApi } from '../bank-api.ts';
import type { Patience } from '../service.ts';
import type { StatementAccess, StatementReader } from './statement-reader.ts';
import { amountOf, dayOf, memoOf, wordOf } from './values.ts';

// «Conta corrente» v4 of Sicoob. Fields that aren't named here are ignored.

const Message = z.object({ mensagem: z.optional(z.string()) });
const Refusal = z.object({ ...Message.shape, mensagens: z.optional(z.array(Message)) });

function reasonOf(body: unknown): string | undefined {
  const { success, data } = Refusal.safeParse(body);
  if (!success) return undefined;
  return [data, ...(data.mensagens ?? [])].flatMap(({ mensagem }) => mensagem ?? []).join(' ') || undefined;
}

const dialect = (clientId: string): BankDialect => ({
  scope: 'cco_consulta',
  credentials: 'BODY',
  headers: { client_id: clientId },
  reasonOf,
});

const Transaction = z.object({
  transactionId: wordOf,
  tipo: wordOf,
  valor: z.nullish(amountOf),
  data: z.nullish(dayOf),
  descricao: wordOf,
  descInfComplementar: wordOf,
});
type Transaction = z.output<typeof Transaction>;

const Statement = z.object({
  saldoAtual: z.nullish(amountOf),
  transacoes: z.nullish(z.array(Transaction)),
});

/** The bank's answers have the statement in `resultado`, its documentation at the top level. */
const Answer = z.optional(
  z.union([
    z.pipe(
      z.object({ resultado: Statement }),
      z.transform(({ resultado }) => resultado),
    ),
    Statement,
  ]),
);

/** A period divided at the ends of months, since a query covers one month. */
function months(from: CalendarDate, until: CalendarDate): { first: CalendarDate; last: CalendarDate }[] {
  const last = earlier(lastDay(referenceOf(from)), until);
  return [{ first: from, last }, ...(last < until ? months(addDays(last, 1), until) : [])];
}

const SIGNS: Readonly<Record<string, 1 | -1>> = { C: 1, D: -1 };
/** `CREDITO`, `Débito`: the first letter decides. */
const signOf = ({ tipo }: Transaction) => SIGNS[tipo.slice(0, 1).toUpperCase()];

export function sicoobStatements(
  access: BankAccess,
  { account }: StatementAccess,
  patience?: Patience,
): StatementReader {
  const api = bankApi(access, dialect(access.client_id), patience);
  return {
    async read(from, until) {
      const found: Transaction[] = [];
      let balance = null;
      for (const { first, last } of months(from, until)) {
        const [year, month, day] = first.split('-').map(Number);
        const statement = await api.call({
          method: 'GET',
          path: `/extrato/${month}/${year}`,
          query: {
            diaInicial: String(day),
            diaFinal: String(Number(last.slice(8))),
            agruparCNAB: 'false',
            numeroContaCorrente: account.replaceAll(/\D/g, ''),
          },
          answer: Answer,
        });
        found.push(...(statement?.transacoes ?? []));
        balance = statement?.saldoAtual ?? null;
      }
      const lines = found.flatMap((transaction) => {
        const { transactionId, valor, data, descricao, descInfComplementar } = transaction;
        const sign = signOf(transaction);
        if (data == null || valor == null || sign === undefined) return [];
        const amount = sign * Math.abs(valor);
        return { fitid: transactionId, day: data, amount, memo: memoOf(descricao, descInfComplementar) };
      });
      // The bank returns the current balance. `until` is today in every reading.
      return {
        lines,
        unread: found.length - lines.length,
        balance: balance === null ? null : { day: until, balance },
      };
    },
    close: api.close,
  };
}

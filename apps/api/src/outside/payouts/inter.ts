import { ispbOf } from '@morada/domain/bank/ispb';
import { pixAmount, readPixAmount } from '@morada/domain/bank/pix/pix-charge';
import { type CalendarDate, isCalendarDate } from '@morada/domain/base/calendar';
import { toHundredths } from '@morada/domain/base/money';
import * as z from 'zod/mini';
import { dayAt } from '../../base/clock.ts';
import { type BankAccess, type BankDialect, BankFailure, bankApi } from '../bank-api.ts';
import { reasonOf } from '../refusal.ts';
import type { Patience } from '../service.ts';
import type { Payer, PaymentTold, PayOrder } from './payer.ts';

// Payments by Pix of Banco Inter (`/banking/v2/pix`). Fields and states that are not named here are ignored.

const dialect = (account: string | null): BankDialect => ({
  scope: 'pagamento-pix.write pagamento-pix.read',
  credentials: 'BODY',
  reasonOf,
  ...(account !== null && { headers: { 'x-conta-corrente': account } }),
});

const Taken = z.object({
  codigoSolicitacao: z.string().check(z.minLength(1)),
  tipoRetorno: z.optional(z.string()),
  endToEndId: z.nullish(z.string()),
});

const amount = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => (typeof value === 'number' ? toHundredths(value) : readPixAmount(value)) ?? null),
);

const Looked = z.object({
  transacaoPix: z.object({
    status: z.string(),
    valor: z.nullish(amount),
    endToEnd: z.nullish(z.string()),
    erros: z.nullish(z.array(z.object({ codigoErro: z.nullish(z.string()), descricaoErro: z.nullish(z.string()) }))),
  }),
  historico: z.nullish(z.array(z.object({ status: z.nullish(z.string()), dataHoraEvento: z.nullish(z.string()) }))),
});

/** Day of the latest event that paid; null when its moment is missing or can't be read. A moment without a zone is the bank's. */
function paidOn(events: z.output<typeof Looked>['historico']): CalendarDate | null {
  const moment = events?.findLast(({ status }) => status && PAID.includes(status))?.dataHoraEvento ?? '';
  if (/(?:Z|[+-]\d\d:?\d\d)$/.test(moment)) {
    const instant = new Date(moment);
    return Number.isNaN(instant.getTime()) ? null : dayAt(instant);
  }
  const day = moment.slice(0, 10);
  return isCalendarDate(day) ? day : null;
}

const PAID = ['PAGO', 'PIX_PAGO'];
const REFUSED = [
  ...['REPROVADO', 'EXPIRADO', 'CANCELADO', 'CANCELADO_SEM_SALDO', 'NAO_DEBITADO', 'FALHA'],
  ...['AGENDAMENTO_CANCELADO'],
];

/** Reasons in our words, for states that come without one. */
const REASONS: Readonly<Record<string, string>> = {
  REPROVADO: 'O pagamento foi reprovado no banco.',
  EXPIRADO: 'O prazo para aprovar o pagamento no banco passou.',
  CANCELADO: 'O pagamento foi cancelado no banco.',
  CANCELADO_SEM_SALDO: 'Não havia saldo na conta.',
  NAO_DEBITADO: 'O banco não debitou a conta.',
  FALHA: 'O pagamento falhou no banco.',
  AGENDAMENTO_CANCELADO: 'O agendamento foi cancelado no banco.',
};

function outcomeOf(status: string): PaymentTold['outcome'] {
  if (PAID.includes(status)) return 'PAID';
  return REFUSED.includes(status) ? 'REFUSED' : 'UNDER_WAY';
}

/** Code of no payment: querying it changes nothing, and fails with DENIED for a client without the permission. */
const NO_CODE = '00000000-0000-0000-0000-000000000000';
const PATH = '/banking/v2/pix';

export function interPayer(access: BankAccess & { account: string | null }, patience?: Patience): Payer {
  const api = bankApi(access, dialect(access.account), patience);
  const look = (code: string) =>
    api.call({ method: 'GET', path: `${PATH}/${encodeURIComponent(code)}`, answer: Looked });
  return {
    async pay(order) {
      const {
        codigoSolicitacao,
        tipoRetorno = '',
        endToEndId,
      } = await api.call({
        method: 'POST',
        path: PATH,
        headers: { 'x-id-idempotente': order.key },
        body: bodyOf(order),
        answer: Taken,
        once: true,
      });
      const word = tipoRetorno === 'APROVACAO' ? 'AGUARDANDO_APROVACAO' : tipoRetorno;
      return { code: codigoSolicitacao, word, end_to_end_id: endToEndId ?? null };
    },
    async look(code) {
      const { transacaoPix: told, historico } = await look(code);
      const errors = (told.erros ?? []).flatMap(({ descricaoErro, codigoErro }) => descricaoErro ?? codigoErro ?? []);
      const outcome = outcomeOf(told.status);
      const problem = errors.join(' ') || REASONS[told.status] || null;
      return {
        ...{ outcome, code, word: told.status, end_to_end_id: told.endToEnd ?? null, amount: told.valor ?? null },
        paid_on: outcome === 'PAID' ? paidOn(historico) : null,
        problem: outcome === 'REFUSED' ? problem : null,
      };
    },
    async check() {
      try {
        await look(NO_CODE);
      } catch (error) {
        if (!(error instanceof BankFailure) || error.kind === 'AWAY' || error.kind === 'DENIED') throw error;
      }
    },
    close: api.close,
  };
}

const ACCOUNT_KINDS = { CORRENTE: 'CONTA_CORRENTE', POUPANCA: 'CONTA_POUPANCA' } as const;

function bodyOf({ amount, target, payee, description }: PayOrder) {
  const destinatario =
    target.kind === 'PIX'
      ? { tipo: 'CHAVE', chave: target.key.key }
      : {
          tipo: 'DADOS_BANCARIOS',
          nome: payee.name,
          cpfCnpj: payee.document,
          agencia: target.agency.split('-')[0] ?? '',
          contaCorrente: target.account.replace('-', ''),
          tipoConta: ACCOUNT_KINDS[target.type],
          instituicaoFinanceira: { ispb: ispbOf(target.bank) },
        };
  return { valor: pixAmount(amount), descricao: description, destinatario };
}

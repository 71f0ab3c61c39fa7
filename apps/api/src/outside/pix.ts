import { readPixAmount } from '@morada/domain/bank/pix/pix-charge';
import * as z from 'zod/mini';
import { type BankAccess, type BankApi, type BankDialect, BankFailure, bankApi } from './bank-api.ts';
import { reasonOf } from './refusal.ts';
import type { Patience } from './service.ts';

// Pix API of the Banco Central, version 2. Fields and states that it doesn't name are ignored, as the standard asks.

/** Requested with a separate token, so that the other calls work at a provider that doesn't grant immediate charges. */
const IMMEDIATE = 'cob.write cob.read';

/** With the scopes of charges and payments. */
export const PIX: BankDialect = {
  scope: 'cobv.write cobv.read pix.read webhook.read webhook.write',
  credentials: 'HEADER',
  reasonOf,
};

const amount = z.pipe(
  z.string().check(z.refine((text) => readPixAmount(text) !== undefined)),
  z.transform((text: string) => readPixAmount(text) ?? 0),
);

const part = z.optional(
  z.pipe(
    z.object({ valor: amount }),
    z.transform(({ valor }) => valor),
  ),
);
/** Parts of the amount; unreadable ones count as not reported. */
const Components = z.catch(
  z.optional(z.object({ original: part, multa: part, juros: part, abatimento: part, desconto: part })),
  undefined,
);

const Return = z.object({ valor: amount, status: z.string() });

const PixReceived = z.object({
  endToEndId: z.string(),
  txid: z.optional(z.string()),
  valor: amount,
  componentesValor: Components,
  horario: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
  // The standard's example shows one return as an object.
  devolucoes: z.optional(
    z.union([
      z.array(Return),
      z.pipe(
        Return,
        z.transform((one) => [one]),
      ),
    ]),
  ),
});
export type PixPayment = z.output<typeof PixReceived>;

/** Payments of a list, and the ids of those that can't be read: one of them is no reason to leave the others. */
type PaymentList = { payments: PixPayment[]; unread: string[] };

const Named = z.object({ endToEndId: z.string(), txid: z.string() });

function sorted(list: readonly unknown[]): PaymentList {
  const found: PaymentList = { payments: [], unread: [] };
  for (const one of list) {
    const payment = PixReceived.safeParse(one);
    const named = payment.success ? undefined : Named.safeParse(one).data;
    if (payment.success) found.payments.push(payment.data);
    if (named) found.unread.push(named.endToEndId);
  }
  return found;
}

/** Payments of a charge. Unreadable ones are left out, and come with the list of payments. */
export const PixOfCharge = z.pipe(
  z.array(z.unknown()),
  z.transform((list) => sorted(list).payments),
);

const Charge = z.object({
  txid: z.string(),
  status: z.string(),
  pixCopiaECola: z.optional(z.string()),
  /** `expiracao`: seconds after its creation at which an immediate charge expires. */
  calendario: z.catch(z.optional(z.object({ criacao: z.string(), expiracao: z.optional(z.number()) })), undefined),
  pix: z.catch(z.optional(PixOfCharge), undefined),
});
export type ToldPixCharge = z.output<typeof Charge>;

/** With due date, or immediate. */
export type ChargeKind = 'cobv' | 'cob';

const Payments = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.int() }) }),
  pix: z.optional(z.array(z.unknown())),
});

/** A body that the caller doesn't read; some providers answer with none. */
const Anything = z.unknown();

/** Removed by us, or by the provider. */
export const isRemoved = (status: string) => status.startsWith('REMOVIDA');

export const isPaid = (status: string) => status === 'CONCLUIDA';

const PAGE = 500;

export type PixApi = ReturnType<typeof pixApi>;

/** Calls of the Pix API that the product makes. Each throws `BankFailure`. */
export function pixApi(access: BankAccess, patience?: Patience) {
  const api: BankApi = bankApi(access, PIX, patience);
  const immediate: BankApi = bankApi(access, { ...PIX, scope: IMMEDIATE }, patience);
  return {
    /** Calls for the charges of a kind. */
    charges(kind: ChargeKind) {
      const { call } = kind === 'cob' ? immediate : api;
      const at = (txid: string) => `/${kind}/${encodeURIComponent(txid)}`;
      const change = (txid: string, body: object) => call({ method: 'PATCH', path: at(txid), body, answer: Charge });
      return {
        /** Creates a charge, or repeats the creation of the same one. */
        create: (txid: string, body: object) => call({ method: 'PUT', path: at(txid), body, answer: Charge }),
        change,
        remove: (txid: string) => change(txid, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }),
        read: (txid: string) => call({ method: 'GET', path: at(txid), answer: Charge }),
      };
    },
    /** @throws BankFailure REFUSED for a payment that can't be read, so that it alone is tried again. */
    async payment(endToEndId: string): Promise<PixPayment> {
      const answer = await api.call({
        method: 'GET',
        path: `/pix/${encodeURIComponent(endToEndId)}`,
        answer: Anything,
      });
      const payment = PixReceived.safeParse(answer);
      if (payment.success) return payment.data;
      throw new BankFailure('REFUSED', 'O banco escreveu este Pix de um jeito que não entendemos.', payment.error);
    },
    /**
     * Payments received between two moments, page by page.
     * @param noteUnread takes the ids of those of a charge that can't be read.
     */
    async *payments(from: Date, until: Date, noteUnread?: (ids: readonly string[]) => Promise<unknown>) {
      for (let page = 0, pages = 1; page < pages; page += 1) {
        const { parametros, pix = [] } = await api.call({
          method: 'GET',
          path: '/pix',
          query: {
            inicio: from.toISOString(),
            fim: until.toISOString(),
            'paginacao.paginaAtual': String(page),
            'paginacao.itensPorPagina': String(PAGE),
          },
          answer: Payments,
        });
        pages = parametros.paginacao.quantidadeDePaginas;
        const { payments, unread } = sorted(pix);
        if (unread.length > 0) await noteUnread?.(unread);
        yield payments;
      }
    },
    setNotices: (key: string, webhookUrl: string) =>
      api.call({ method: 'PUT', path: `/webhook/${encodeURIComponent(key)}`, body: { webhookUrl }, answer: Anything }),
    /** Requests a page of payments, the smallest call that proves certificate, credentials and scope valid. */
    check: (now: Date) =>
      api.call({
        method: 'GET',
        path: '/pix',
        query: { inicio: new Date(now.getTime() - 60_000).toISOString(), fim: now.toISOString() },
        answer: Payments,
      }),
    close() {
      api.close();
      immediate.close();
    },
  };
}

import { readPixAmount } from '@morada/domain/bank/pix/pix-charge';
import type { Attempt } from '@morada/domain/bank/pix/recurring-charge';
import { type CalendarDate, calendarDate, isCalendarDate } from '@morada/domain/base/calendar';
import * as z from 'zod/mini';
import { type BankAccess, type BankApi, bankApi } from './bank-api.ts';
import { PIX, PixOfCharge } from './pix.ts';
import type { Patience } from './service.ts';

// Pix Automático in the Pix API of the Banco Central, version 2: recurrences (`rec`) and their charges (`cobr`). Its
// scopes are requested with a separate token, since a provider grants them by another contract.

const SCOPES = [
  ...['rec', 'cobr', 'payloadlocationrec', 'webhookrec', 'webhookcobr'].flatMap((scope) => [
    `${scope}.write`,
    `${scope}.read`,
  ]),
].join(' ');

const instant = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));

const Location = z.object({ id: z.int(), location: z.string(), idRec: z.optional(z.string()) });

const Ending = z.object({
  cancelamento: z.optional(z.object({ solicitante: z.optional(z.string()), descricao: z.optional(z.string()) })),
  rejeicao: z.optional(z.object({ descricao: z.optional(z.string()) })),
});

const Recurrence = z.object({
  idRec: z.string().check(z.regex(/^[a-zA-Z0-9]{29}$/)),
  status: z.string(),
  atualizacao: z.optional(z.array(z.object({ status: z.string(), data: instant }))),
  ativacao: z.optional(
    z.object({
      tipoJornada: z.optional(z.string()),
      dadosJornada: z.optional(z.object({ txid: z.optional(z.string()) })),
    }),
  ),
  encerramento: z.optional(Ending),
  dadosQR: z.optional(z.object({ jornada: z.optional(z.string()), pixCopiaECola: z.optional(z.string()) })),
});
export type ToldRecurrence = z.output<typeof Recurrence>;

const Try = z.pipe(
  z.object({ dataLiquidacao: z.iso.date().check(z.refine(isCalendarDate)), tipo: z.string(), status: z.string() }),
  z.transform(
    ({ dataLiquidacao, tipo, status }): Attempt => ({ on: calendarDate(dataLiquidacao), kind: tipo, status }),
  ),
);

const RecurringCharge = z.object({
  txid: z.string(),
  idRec: z.string(),
  status: z.string(),
  valor: z.object({ original: z.string().check(z.refine((text) => readPixAmount(text) !== undefined)) }),
  calendario: z.object({ dataDeVencimento: z.iso.date() }),
  tentativas: z.optional(z.array(Try)),
  encerramento: z.optional(Ending),
  pix: z.optional(PixOfCharge),
});
export type ToldCharge = z.output<typeof RecurringCharge>;

/** A body that the caller doesn't read; some providers answer with none. */
const Anything = z.unknown();

export type PixAutomaticoApi = ReturnType<typeof pixAutomaticoApi>;

/** Calls of Pix Automático that the product makes. Each throws `BankFailure`. */
export function pixAutomaticoApi(access: BankAccess, patience?: Patience) {
  const api: BankApi = bankApi(access, { ...PIX, scope: SCOPES }, patience);
  const recurrenceAt = (id: string) => `/rec/${encodeURIComponent(id)}`;
  const chargeAt = (txid: string) => `/cobr/${encodeURIComponent(txid)}`;
  return {
    /** Creates a location. A second one, after a lost answer, is harmless: a recurrence names its own. */
    createLocation: () => api.call({ method: 'POST', path: '/locrec', answer: Location }),
    /** A location names its recurrence, once there is one. */
    location: (id: number) => api.call({ method: 'GET', path: `/locrec/${id}`, answer: Location }),
    /** Not idempotent: before a retry, query the location for its recurrence. */
    createRecurrence: (body: object) => api.call({ method: 'POST', path: '/rec', body, answer: Recurrence }),
    /** @param txid immediate charge that the code has to pay as well (journey 3). */
    recurrence: (id: string, txid?: string) =>
      api.call({
        method: 'GET',
        path: recurrenceAt(id),
        ...(txid !== undefined && { query: { txid } }),
        answer: Recurrence,
      }),
    changeRecurrence: (id: string, body: object) =>
      api.call({ method: 'PATCH', path: recurrenceAt(id), body, answer: Recurrence }),
    cancelRecurrence: (id: string) =>
      api.call({ method: 'PATCH', path: recurrenceAt(id), body: { status: 'CANCELADA' }, answer: Recurrence }),
    createCharge: (txid: string, body: object) =>
      api.call({ method: 'PUT', path: chargeAt(txid), body, answer: RecurringCharge }),
    charge: (txid: string) => api.call({ method: 'GET', path: chargeAt(txid), answer: RecurringCharge }),
    cancelCharge: (txid: string) =>
      api.call({ method: 'PATCH', path: chargeAt(txid), body: { status: 'CANCELADA' }, answer: RecurringCharge }),
    retryCharge: (txid: string, on: CalendarDate) =>
      api.call({ method: 'POST', path: `${chargeAt(txid)}/retentativa/${on}`, answer: RecurringCharge }),
    async setNotices(webhookUrl: string) {
      await api.call({ method: 'PUT', path: '/webhookrec', body: { webhookUrl }, answer: Anything });
      await api.call({ method: 'PUT', path: '/webhookcobr', body: { webhookUrl }, answer: Anything });
    },
    close: api.close,
  };
}

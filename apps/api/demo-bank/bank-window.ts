import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { dayAt } from '#api/base/clock.ts';
import { amountDue, type DueCalendar, hundredths, lastPayableDay } from '#test/pix-amounts.ts';
import type { PixCharge, PixServer, ReceivedPix } from '#test/pix-server.ts';
import { bankPage, type ListedCharge, type ListedPayment } from './bank-page.ts';

/** Page of the payers' bank, on this machine alone. */
export async function openBankWindow(psp: PixServer, port: number) {
  const server = createServer((request, response) => answer(psp, request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const ACTIONS: readonly [path: RegExp, act: (psp: PixServer, id: string) => unknown][] = [
  [/^\/charges\/([a-zA-Z0-9]+)\/pay$/, (psp, txid) => psp.pay(txid)],
  [/^\/charges\/([a-zA-Z0-9]+)\/authorise$/, (psp, txid) => psp.payAndAuthorise(txid)],
  [/^\/payments\/([a-zA-Z0-9]+)\/return$/, (psp, endToEndId) => psp.refundByMed(endToEndId)],
];

function answer(psp: PixServer, request: IncomingMessage, response: ServerResponse) {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (request.method === 'GET' && pathname === '/') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(bankPage(listed(psp)).text);
    return;
  }
  const found = ACTIONS.find(([path]) => path.test(pathname));
  // Another site may not pay in the visitor's name.
  const isOwn = ['same-origin', 'none', undefined].includes(request.headers['sec-fetch-site'] as string | undefined);
  if (request.method !== 'POST' || !found || !isOwn) {
    response.writeHead(404).end();
    return;
  }
  const [path, act] = found;
  try {
    act(psp, path.exec(pathname)?.[1] ?? '');
  } catch {
    // The charge was paid or changed, or the payment returned, meanwhile: the page shows the current state.
  }
  response.writeHead(303, { location: '/' }).end();
}

function listed(psp: PixServer): { charges: ListedCharge[]; payments: ListedPayment[] } {
  const today = dayAt(new Date());
  const open = [...psp.charges.values()].filter((charge) => isPayable(charge, today, new Date()));
  return {
    charges: open
      .map((charge) => ({
        txid: charge.txid,
        payer: payerOf(charge),
        about: charge.solicitacaoPagador ?? '',
        amount:
          charge.kind === 'cob'
            ? hundredths(charge.valor.original)
            : amountDue(charge.valor, charge.calendario as DueCalendar, today).final,
        authorises: psp.recurrenceWith(charge.txid) !== undefined,
      }))
      .toSorted((one, other) => one.payer.localeCompare(other.payer, 'pt-BR')),
    payments: [...psp.payments.values()].toReversed().map((pix) => ({
      end_to_end_id: pix.endToEndId,
      payer: payerOf(psp.charges.get(pix.txid ?? '')),
      amount: hundredths(pix.valor),
      isReturned: isReturned(pix),
    })),
  };
}

const isPayable = ({ kind, status, calendario }: PixCharge, today: CalendarDate, now: Date) =>
  status === 'ATIVA' &&
  (kind === 'cobv'
    ? today <= lastPayableDay(calendario as DueCalendar)
    : now.getTime() <= Date.parse(calendario.criacao) + (calendario.expiracao ?? 0) * 1_000);

const payerOf = (charge: PixCharge | undefined) => String(charge?.devedor?.nome ?? 'Pagador');

const isReturned = ({ devolucoes }: ReceivedPix) => devolucoes.some(({ status }) => status !== 'NAO_REALIZADO');

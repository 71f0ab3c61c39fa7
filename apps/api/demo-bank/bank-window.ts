import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CalendarDate, calendarDate, formatDate } from '@morada/domain/base/calendar';
import { dayAt } from '#api/base/clock.ts';
import { amountDue, type DueCalendar, hundredths, lastPayableDay } from '#test/servers/bank/pix-amounts.ts';
import type { PixCharge, PixServer, ReceivedPix } from '#test/servers/bank/pix-server.ts';
import { bankPage, type Listed } from './bank-page.ts';

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
  [/^\/charges\/([a-zA-Z0-9]+)\/join$/, payAndJoin],
  [/^\/recurrences\/([a-zA-Z0-9]+)\/authorise$/, (psp, idRec) => psp.approve(idRec)],
  [/^\/recurrences\/([a-zA-Z0-9]+)\/cancel$/, (psp, idRec) => psp.cancelByPayer(idRec)],
  [/^\/payments\/([a-zA-Z0-9]+)\/return$/, (psp, endToEndId) => psp.refundByMed(endToEndId)],
];

/** Pays a charge with due date by the code that also authorises its payer's recurrence. */
function payAndJoin(psp: PixServer, txid: string) {
  const recurrence = joinable(psp, psp.charges.get(txid));
  if (!recurrence) throw new RangeError(`no recurrence goes with the charge ${txid}`);
  psp.pay(txid);
  psp.approve(recurrence.idRec, 4);
}

/** The recurrence that waits for the payer of a charge with due date, and goes with no other charge. */
const joinable = ({ recurrences }: PixServer, charge: PixCharge | undefined) =>
  charge?.kind === 'cobv'
    ? [...recurrences.values()].find(
        ({ status, ativacao, vinculo: { devedor } }) =>
          status === 'CRIADA' && !ativacao && documentOf(devedor) === documentOf(charge.devedor),
      )
    : undefined;

const documentOf = (person: { cpf?: unknown; cnpj?: unknown } | undefined) => String(person?.cpf ?? person?.cnpj ?? '');

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

function listed(psp: PixServer): Listed {
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
        joins: joinable(psp, charge) !== undefined,
      }))
      .toSorted((one, other) => one.payer.localeCompare(other.payer, 'pt-BR')),
    recurrences: [...psp.recurrences.values()]
      .filter(({ status, ativacao }) => status === 'APROVADA' || (status === 'CRIADA' && !ativacao))
      .map(({ idRec, status, calendario, vinculo: { objeto = '', devedor } }) => ({
        ...{ id: idRec, payer: devedor.nome, about: objeto, first: formatDate(calendarDate(calendario.dataInicial)) },
        isAuthorised: status === 'APROVADA',
      })),
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

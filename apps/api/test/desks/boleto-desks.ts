import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import type { BankAccess } from '../../src/outside/bank-api.ts';
import { bancoDoBrasilRegistrar } from '../../src/outside/boletos/banco-do-brasil.ts';
import { interRegistrar } from '../../src/outside/boletos/inter.ts';
import type { BoletoRegistrar } from '../../src/outside/boletos/registrar.ts';
import type { Patience } from '../../src/outside/service.ts';
import type { Flush } from '../bank/bank-deliveries.ts';
import type { BankCall } from '../servers/bank/bank-host.ts';
import { BB_AGREEMENT, startBbServer } from '../servers/bank/bb-server.ts';
import { startInterBoletos } from '../servers/bank/inter-boleto-server.ts';
import type { Certificate } from '../signing/certificate.ts';

type Clock = { now: () => Date };

/** Methods that the servers of all banks have. */
type BoletoServer = {
  calls: BankCall[];
  otherCertificate: Certificate;
  fail: (count: number, status?: number, how?: { on?: RegExp; performed?: boolean }) => void;
  hang: () => void;
  recover: () => void;
  expireTokens: () => void;
  pay: (handle: string, how?: { on?: CalendarDate; amount?: Cents; by?: 'BOLETO' | 'PIX' }) => void;
  drop: (handle: string) => void;
  notify: (handle: string) => void;
  hold: () => void;
  flush: (how?: Flush) => Promise<void>;
  lose: () => void;
  delivered: () => Promise<void>;
  close: () => Promise<void>;
};

/** A bank on this machine with what a test of its adapter needs. */
export type BoletoDesk = {
  server: BoletoServer;
  access: BankAccess;
  open: (access?: BankAccess, patience?: Patience) => BoletoRegistrar;
  /** «Nosso número» of our own numbering; null at a bank that numbers boletos itself. */
  numberOf: (running: number) => string | null;
  /** Carries out what the bank does some time after its answer. */
  workOff: () => void;
  /** Settles a payment, so that the bank's list has it. */
  settle: (handle: string, on?: CalendarDate) => void;
  /** How many boletos the bank has of a «seu número». */
  countOf: (document_number: string) => number;
  /** Makes the bank report open boletos in a state unknown to the adapter. */
  setUnknownState: (isUnknown: boolean) => void;
  /** Orders notices at the bank's counter where there is no call for it. */
  orderNotices?: (url: string) => void;
  /** The bank's list has the payments themselves, and not only which boletos were settled. */
  listsPayments: boolean;
  /** Pattern of the call that registers a boleto. */
  registration: RegExp;
  /** False at a bank without mutual TLS. */
  mutual: boolean;
};

async function interDesk({ now }: Clock): Promise<BoletoDesk> {
  const server = await startInterBoletos({ now });
  const access: BankAccess = {
    base_url: server.url,
    token_url: server.tokenUrl,
    client_id: server.clientId,
    client_secret: server.clientSecret,
    certificate: server.clientCertificate.cert,
    private_key: server.clientCertificate.key,
    authority: server.ca,
  };
  return {
    server,
    access,
    open: (given = access, patience) => interRegistrar(given, { account: '0001234567' }, patience),
    numberOf: () => null,
    workOff: () => server.register(),
    settle: () => {},
    countOf: (document_number) =>
      [...server.charges.values()].filter(({ seuNumero }) => seuNumero === document_number).length,
    setUnknownState: (isUnknown) => {
      server.unknownStatus = isUnknown ? 'EM_ANALISE' : null;
    },
    listsPayments: true,
    registration: /^POST \/cobrancas$/,
    mutual: true,
  };
}

async function bancoDoBrasilDesk({ now }: Clock): Promise<BoletoDesk> {
  // Pages of two, so that a few boletos have several.
  const server = await startBbServer({ now, pages: { notices: 2, boletos: 2 } });
  const access: BankAccess = {
    base_url: server.url,
    token_url: server.tokenUrl,
    client_id: server.clientId,
    client_secret: server.clientSecret,
    certificate: null,
    private_key: null,
    authority: server.ca,
  };
  return {
    server,
    access,
    open: (given = access, patience) =>
      bancoDoBrasilRegistrar(given, { agreement: BB_AGREEMENT, applicationKey: server.applicationKey }, patience),
    numberOf: (running) => `${BB_AGREEMENT.agreement}${String(running).padStart(10, '0')}`,
    workOff: () => {},
    settle: server.settle,
    countOf: (document_number) =>
      [...server.boletos.values()].filter((one) => one.numeroTituloBeneficiario === document_number).length,
    setUnknownState: (isUnknown) => {
      server.unknownState = isUnknown ? 97 : null;
    },
    orderNotices: server.orderNotices,
    listsPayments: false,
    registration: /^POST \/boletos$/,
    mutual: false,
  };
}

/** Banks whose adapters are held to the same cases. */
export const BOLETO_DESKS: [name: string, start: (clock: Clock) => Promise<BoletoDesk>][] = [
  ['Inter', interDesk],
  ['Banco do Brasil', bancoDoBrasilDesk],
];

/** A receiver of notices on this machine, which records their bodies. */
export async function startNoticeReceiver() {
  const bodies: unknown[] = [];
  const receiver = createServer(async (asked, response) => {
    bodies.push(JSON.parse(Buffer.concat(await asked.toArray()).toString()));
    response.writeHead(200).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  return {
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/aviso`,
    bodies,
    async close() {
      receiver.closeAllConnections();
      await new Promise((closed) => receiver.close(closed));
    },
  };
}

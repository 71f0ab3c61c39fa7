import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isCnpj, isCpf } from '@morada/domain/base/documents';
import { permitInternal } from '#api/outside/internal-addresses.ts';

/**
 * What goes wrong: LOST carries the call out and cuts the line; HANGS never answers; DRIPS sends the head and a byte of the
 * answer; GARBAGE answers no JSON; OTHER answers about another document; ELSEWHERE redirects to this machine; a number is a
 * status by which a proxy answers.
 */
export type BigDataCorpFault = 'LOST' | 'HANGS' | 'DRIPS' | 'GARBAGE' | 'OTHER' | 'ELSEWHERE' | number;

type State = { Code: number; Message: string };
const DATASETS = ['partner_quod_credit_score_person', 'partner_quod_credit_score_company'];
const OK: State = { Code: 0, Message: 'OK' };
const STATES = {
  UNKNOWN_TOKEN: {
    Code: -111,
    Message: 'INVALID ACCESS TOKEN. MAKE SURE TO ENTER THE CORRECT ACCESS TOKEN IN THE REQUEST HEADER',
  },
  NO_TOKEN: {
    Code: -112,
    Message: 'ACCESS TOKEN NOT FOUND. MAKE SURE TO ENTER THE ACCESS TOKEN IN THE REQUEST HEADER',
  },
  DISABLED: {
    Code: -109,
    Message:
      'DATASET NOT AVAILABLE. CHECK THAT THE DATASET NAME IS CORRECT AND REQUEST THE DOMAIN ADMINISTRATOR TO ENABLE IT IN BDC CENTER',
  },
  NO_DATASET: { Code: -110, Message: 'DATASET DOES NOT EXIST. MAKE SURE YOU ENTER THE CORRECT DATASET NAME' },
  NO_CPF: { Code: -114, Message: 'INVALID DOC PARAMETER' },
  CHILD: {
    Code: -201,
    Message: "THIS CPF BELONGS TO A 12 YEAR OLD OR LESS. REQUEST CAN'T BE PROCESSED FOR LEGAL REASONS.",
  },
  // The messages of these are described, and their codes are not.
  LIMIT: { Code: -998, Message: 'YOU HAVE REACHED THE QUERY LIMIT FOR THIS DATASET' },
  TOO_SLOW: { Code: -1_098, Message: 'DATASET IS TOO SLOW' },
  UNEXPECTED: { Code: -1_099, Message: 'UNEXPECTED ERROR' },
} as const satisfies Record<string, State>;

/** BigDataCorp's API of partners with Quod's score of people and companies on this machine, in the shape of its public description. */
export async function startBigDataCorp({ access_token = 'jwt-de-teste', token_id = 'id-de-teste' } = {}) {
  /** Scores by document; null: the bureau has none. Others have no result. */
  const scores = new Map<string, number | null>();
  /** Documents of the calls that were charged. */
  const charged: string[] = [];
  const urls: string[] = [];
  const failing = { left: 0, as: 'LOST' as BigDataCorpFault | keyof typeof STATES };
  permitInternal();

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stub = {
    ...{ url, access_token, token_id, scores, charged, urls },
    /** Runs before a call is carried out, while it waits. */
    onCall: undefined as (() => Promise<void>) | undefined,
    fail(as: BigDataCorpFault | keyof typeof STATES, left = 1) {
      Object.assign(failing, { left, as });
    },
    reset() {
      failing.left = 0;
      charged.length = 0;
      urls.length = 0;
      stub.onCall = undefined;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return stub;

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const told = await text(request);
    urls.push(`${request.method} ${request.url}`);
    const answer = (status: number, body: object) => {
      if (response.destroyed) return;
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(body));
    };
    if (request.method !== 'POST' || request.url !== '/marketplace') return answer(404, { Message: 'Not found' });
    await stub.onCall?.();
    const { q, Datasets } = JSON.parse(told);
    const refused = (state: State) => answer(200, reply({ [Datasets]: [state] }, []));
    const { accesstoken, tokenid } = request.headers;
    if (!accesstoken || !tokenid) return refused(STATES.NO_TOKEN);
    if (accesstoken !== access_token || tokenid !== token_id) return refused(STATES.UNKNOWN_TOKEN);
    const fails = failing.left > 0 ? failing.as : undefined;
    if (fails !== undefined) failing.left -= 1;
    if (fails === 'HANGS') return;
    if (fails === 'ELSEWHERE') return void response.writeHead(302, { location: `${url}/inside` }).end();
    if (typeof fails === 'number') return void response.writeHead(fails, { 'content-type': 'text/html' }).end('<h1/>');
    if (!DATASETS.includes(Datasets)) return refused(STATES.NO_DATASET);
    const isPerson = Datasets === DATASETS[0];
    const given = /^doc\{([0-9A-Z]{11,14})\}$/.exec(q)?.[1];
    // An invalid document is an answer, and charged; so is an empty result.
    if (fails === undefined || !(fails in STATES) || fails === 'CHILD') charged.push(given ?? '');
    if (fails === 'LOST') return void response.destroy();
    if (fails === 'GARBAGE') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    if (fails === 'DRIPS') return void response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    if (typeof fails === 'string' && fails in STATES) return refused(STATES[fails as keyof typeof STATES]);
    if (given === undefined || !(isPerson ? isCpf : isCnpj)(given)) return refused(STATES.NO_CPF);
    const score = scores.get(given);
    const about = fails === 'OTHER' ? '00000000191' : given;
    const part = isPerson
      ? {
          ...{ Score: score, PaymentCommitmentScore: 35, PaymentCapacityScore: 62 },
          ReferenceDate: '2026-03-01T00:00:00Z',
        }
      : { Score: score, Reasons: ['Atraso vigente'], Indicators: [] };
    const name = isPerson ? 'QUODCreditScorePerson' : 'QUODCreditScoreCompany';
    const found = score === undefined ? [] : [{ MatchKeys: `doc{${about}}`, [name]: part }];
    answer(200, reply({ [Datasets]: [OK] }, found));
  }
}

const reply = (Status: Record<string, State[]>, Result: object[]) => ({
  ...{ Result, QueryId: randomUUID(), ElapsedMilliseconds: 240, QueryDate: '2026-03-10T13:00:00.0000000Z' },
  ...{ Status, Evidences: {} },
});

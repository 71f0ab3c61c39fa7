import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { permitInternal } from '#api/outside/internal-addresses.ts';

export type SentSms = { to: string; text: string; id: string; from?: string };

/** An SMS gateway on this machine: accepts JSON with a token, returns its id, and recognises a repeated message. */
export async function startSmsServer(token = 'sms-token') {
  const sent: SentSms[] = [];
  const stub = { url: '', token, sent, behaviour: 'accepts' as 'accepts' | 'drops' | 'down' | 'refuses', close };
  permitInternal();
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end();
    if (stub.behaviour === 'down') return response.writeHead(503).end();
    if (stub.behaviour === 'refuses') return response.writeHead(422).end('{"error":"invalid number"}');
    const body: SentSms = JSON.parse(await text(request));
    const known = sent.findIndex(({ id }) => id === body.id);
    if (known < 0) sent.push(body);
    if (stub.behaviour === 'drops') return response.destroy();
    const id = `sms-${known < 0 ? sent.length : known + 1}`;
    return response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify({ id }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
  return stub;

  async function close() {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}

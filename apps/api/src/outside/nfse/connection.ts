import { Agent } from 'node:https';
import { gunzipSync, gzipSync } from 'node:zlib';
import { baseAddress } from '@morada/domain/base/ends';
import { outsideLookup } from '../internal-addresses.ts';
import type { Exchange } from '../sender.ts';
import { openExchange } from '../sender.ts';
import type { NationalSettings, Signer } from './access.ts';

const ADDRESSES = {
  PRODUCTION: 'https://sefin.nfse.gov.br/SefinNacional',
  RESTRICTED: 'https://sefin.producaorestrita.nfse.gov.br/API/SefinNacional',
} as const;

const PATIENCE = { within: 30_000, rest: 60_000 };
const MOST_SOCKETS = 16;
const MOST_CONNECTIONS = 32;
/** A note has some ten thousand characters. */
const MAX_XML_BYTES = 2_097_152;

export type Connection = {
  call: (call: { method: 'GET' | 'HEAD' | 'POST'; path: string; body?: object }) => ReturnType<Exchange>;
  /** The present instant as `2026-12-01T10:30:00-03:00`, never after the service's clock; undefined before its first answer. */
  now: () => string | undefined;
};

type Kept = Connection & { agent: Agent };

/** São Paulo has no summer time. */
const BEHIND_UTC_MS = 3 * 3_600_000;
export const saoPauloTime = (instant: number) =>
  `${new Date(instant - BEHIND_UTC_MS).toISOString().slice(0, 19)}-03:00`;

/** Connections by address and certificate, the last used at the end. */
const kept = new Map<string, Kept>();

/** How far the clock of each service is behind ours, in milliseconds; at least 0. */
const behind = new Map<string, number>();

/** The connection of a certificate to the service, which is kept for further calls. */
export function connectionOf(signer: Signer, settings: NationalSettings): Connection {
  const base = baseAddress(settings.address ?? ADDRESSES[settings.environment]);
  const name = `${base} ${signer.certificate.fingerprint256}`;
  const connection = kept.get(name) ?? opened(base, signer, settings);
  kept.delete(name);
  kept.set(name, connection);
  const [oldest] = kept.size > MOST_CONNECTIONS ? kept.entries() : [];
  if (oldest) {
    oldest[1].agent.destroy();
    kept.delete(oldest[0]);
  }
  return connection;
}

/** Closes all of them: the certificates are in no memory of ours any more. */
export function closeConnections(): void {
  for (const { agent } of kept.values()) agent.destroy();
  kept.clear();
  behind.clear();
}

function opened(base: string, { privateKey, certificate, chain }: Signer, settings: NationalSettings): Kept {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: MOST_SOCKETS,
    minVersion: 'TLSv1.2',
    lookup: outsideLookup,
    cert: [certificate, ...chain].map((one) => one.toString()).join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ...(settings.authority !== undefined && { ca: settings.authority }),
  });
  const exchange = openExchange(settings.patience ?? PATIENCE, agent);
  return {
    agent,
    async call({ method, path, body }) {
      const answer = await exchange({ method, url: `${base}/${path}`, headers: {}, ...(body && { body }) });
      noteClock(base, answer.date);
      return answer;
    },
    now() {
      const difference = behind.get(base);
      return difference === undefined ? undefined : saoPauloTime(Date.now() - difference);
    },
  };
}

/** An answer names its second, which began before. */
function noteClock(base: string, date: string | undefined): void {
  const theirs = Date.parse(date ?? '');
  if (!Number.isNaN(theirs)) behind.set(base, Math.max(0, Date.now() - theirs));
}

export const packed = (xml: string): string => gzipSync(xml).toString('base64');

/** @throws RangeError where it is no text of a document's size. */
export function unpacked(base64: string): string {
  const bytes = gunzipSync(Buffer.from(base64, 'base64'), { maxOutputLength: MAX_XML_BYTES });
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

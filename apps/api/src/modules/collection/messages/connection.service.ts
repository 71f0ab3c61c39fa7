import type { Channel } from '@morada/domain/messages/kinds';
import type { Deps } from '#api/context.ts';
import { perDatabase } from '#api/db/connection/per-database.ts';
import { SendFailure } from '#api/outside/sender.ts';
import { openSms, type Sms } from '#api/outside/sms.ts';
import { openWhatsApp, type WhatsApp } from '#api/outside/whatsapp.ts';
import type { ChannelRow } from './channels.queries.ts';

export const SEALED = ['token', 'app_secret', 'verify_token'] as const;
export type SealedColumn = (typeof SEALED)[number];

/** Name that a sealed value is bound to: it can't be opened as a value of another channel or column. */
export const placeOf = (column: SealedColumn, channel: Channel) => `message_channel.${column}:${channel}`;

type Connected = Pick<Deps, 'db' | 'secrets'>;

/** A secret of a channel; undefined when it has none, or it was sealed with a key that isn't here. */
export function opened({ secrets }: Pick<Deps, 'secrets'>, row: ChannelRow, column: SealedColumn): string | undefined {
  const sealed = row[column];
  return sealed === null ? undefined : secrets.openText(placeOf(column, row.channel), sealed);
}

function tokenOf(deps: Connected, row: ChannelRow): string {
  const token = opened(deps, row, 'token');
  if (token === undefined)
    throw new SendFailure('DENIED', 'O token do canal foi guardado com uma chave que não está nesta instalação.');
  return token;
}

/** Clients by channel: each keeps the state of its breaker. */
const clientsOf = perDatabase(() => new Map<Channel, { version: number; client: WhatsApp | Sms }>());

function clientOf<Client extends WhatsApp | Sms>({ db }: Connected, row: ChannelRow, open: () => Client): Client {
  const clients = clientsOf(db);
  const known = clients.get(row.channel);
  if (known?.version === row.version) return known.client as Client;
  const client = open();
  clients.set(row.channel, { version: row.version, client });
  return client;
}

/** @throws SendFailure DENIED when the token can't be opened. */
export const whatsAppOf = (deps: Connected, row: ChannelRow): WhatsApp =>
  clientOf(deps, row, () =>
    openWhatsApp({ base_url: row.base_url ?? '', phone_number_id: row.sender ?? '', token: tokenOf(deps, row) }),
  );

/** @throws SendFailure DENIED when the token can't be opened. */
export const smsOf = (deps: Connected, row: ChannelRow): Sms =>
  clientOf(deps, row, () => openSms({ base_url: row.base_url ?? '', sender: row.sender, token: tokenOf(deps, row) }));

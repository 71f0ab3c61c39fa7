import {
  CHANNEL_NAMES,
  CHANNELS,
  type Channel,
  kindLabel,
  MESSAGE_KINDS,
  type MessageKind,
} from '@morada/domain/messages/kinds';
import type { MessageState } from '@morada/domain/messages/message-state';

export const STATE_WORDS: Readonly<Record<MessageState, string>> = {
  QUEUED: 'Na fila',
  SENDING: 'Enviando',
  SENT: 'Enviada',
  DELIVERED: 'Entregue',
  READ: 'Lida',
  FAILED: 'Não enviada',
  CANCELLED: 'Cancelada',
};

export const KIND_WORDS = Object.fromEntries(MESSAGE_KINDS.map((kind) => [kind, kindLabel(kind)])) as Readonly<
  Record<MessageKind, string>
>;

/** Every order of the channels, of one to three. */
const ORDERS: readonly Channel[][] = [
  ...CHANNELS.flatMap((first) =>
    CHANNELS.filter((other) => other !== first).flatMap((second) =>
      CHANNELS.filter((other) => other !== first && other !== second).map((third) => [first, second, third]),
    ),
  ),
  ...CHANNELS.flatMap((first) => CHANNELS.filter((other) => other !== first).map((second) => [first, second])),
  ...CHANNELS.map((only) => [only]),
];

const orderWords = (order: readonly Channel[]) => order.map((channel) => CHANNEL_NAMES[channel]).join(', ');

export const ORDER_OPTIONS = ORDERS.map((order) => ({ value: order.join(), label: orderWords(order) }));
export const orderOf = (value: string) => value.split(',') as Channel[];

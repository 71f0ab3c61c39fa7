import { barePhone } from '../base/phone.ts';
import type { Channel, MessageKind } from './kinds.ts';
import type { MessageReason } from './reasons.ts';

/** What a person refuses; null: every channel, every kind. */
export type Refusal = { channel: Channel | null; kind: MessageKind | null };

export type Recipient = {
  email: string | null;
  /** As registered; landlines can't be written to. */
  phones: readonly (string | null)[];
  /** Channels that the person agreed to. */
  consents: readonly Channel[];
  refusals: readonly Refusal[];
};

/** Channels that may only write to people who agreed to it: WhatsApp asks for it in every category. */
const NEEDS_CONSENT: readonly Channel[] = ['WHATSAPP'];

export const needsConsent = (channel: Channel): boolean => NEEDS_CONSENT.includes(channel);

/** Mobile number with the country, `5532988412076`; undefined when a text is none. */
export function mobileNumber(text: string | null): string | undefined {
  const bare = barePhone(text ?? '');
  return /^[1-9][1-9]9\d{8}$/.test(bare) ? `55${bare}` : undefined;
}

/** Address or number of a person on a channel. */
export function addressOn(
  channel: Channel,
  { email, phones }: Pick<Recipient, 'email' | 'phones'>,
): string | undefined {
  if (channel === 'EMAIL') return email ?? undefined;
  return phones.map(mobileNumber).find((number) => number !== undefined);
}

const refuses = (refusals: readonly Refusal[], kind: MessageKind, channel: Channel) =>
  refusals.some(
    (refusal) =>
      (refusal.channel === null || refusal.channel === channel) && (refusal.kind === null || refusal.kind === kind),
  );

export type Choice = { channel: Channel; address: string } | { reason: MessageReason };

/**
 * First channel of `order` that may and can reach a person, or why there is none: a refusal, else a missing consent,
 * else a missing address. `order` holds connected channels that have not failed for the message.
 */
export function chooseChannel(kind: MessageKind, order: readonly Channel[], person: Recipient): Choice {
  const reasons = new Set<MessageReason>();
  for (const channel of order) {
    const address = addressOn(channel, person);
    if (refuses(person.refusals, kind, channel)) reasons.add('REFUSED');
    else if (address === undefined) reasons.add('NO_ADDRESS');
    else if (needsConsent(channel) && !person.consents.includes(channel)) reasons.add('NO_CONSENT');
    else return { channel, address };
  }
  const reason = (['REFUSED', 'NO_CONSENT', 'NO_ADDRESS'] as const).find((one) => reasons.has(one));
  return { reason: reason ?? 'NO_CHANNEL' };
}

import * as z from 'zod/mini';
import { openExchange, SendFailure } from './sender.ts';
import type { Patience } from './service.ts';

// A gateway that accepts an SMS as a POST of JSON and answers with its id.

export type SmsAccess = {
  /** Address of the POST. */
  base_url: string;
  token: string;
  /** Name of the sender, where the gateway requires one. */
  sender: string | null;
};

export type SmsMessage = {
  /** Number with the country: `5532988412076`. */
  to: string;
  text: string;
  /** Idempotency token: the same when a message is sent again. */
  token: string;
};

export type Sms = {
  /** @returns the gateway's id of the message. @throws SendFailure */
  send: (message: SmsMessage) => Promise<string>;
};

const Accepted = z.looseObject({ id: z.union([z.string(), z.number()]) });

export function openSms(access: SmsAccess, patience?: Patience): Sms {
  const exchange = openExchange(patience);
  return {
    async send({ to, text, token }) {
      const { status, json } = await exchange({
        method: 'POST',
        url: access.base_url,
        headers: { authorization: `Bearer ${access.token}`, 'idempotency-key': token },
        body: { to, text, id: token, ...(access.sender !== null && { from: access.sender }) },
      });
      if (status >= 200 && status < 300) {
        const read = Accepted.safeParse(json);
        if (!read.success) throw new SendFailure('LOST', 'O serviço de SMS respondeu sem o número da mensagem.');
        return String(read.data.id);
      }
      throw failureOf(status);
    },
  };
}

function failureOf(status: number): SendFailure {
  if (status === 401 || status === 403) return new SendFailure('DENIED', 'O serviço de SMS não aceitou o token.');
  if (status === 429) return new SendFailure('SLOW', 'O serviço de SMS pediu para enviar mais devagar.');
  if (status === 502 || status === 504)
    return new SendFailure('LOST', `O serviço de SMS está com problemas (${status}).`);
  if (status >= 500) return new SendFailure('AWAY', `O serviço de SMS está com problemas (${status}).`);
  if (status === 404 || status === 405)
    return new SendFailure('DENIED', `O endereço do serviço de SMS não existe (${status}).`);
  return new SendFailure('UNREACHABLE', `O serviço de SMS recusou o número ou o texto (${status}).`);
}

import { baseAddress } from '@morada/domain/base/ends';
import type { ToldState } from '@morada/domain/messages/message-state';
import * as z from 'zod/mini';
import { openExchange, SendFailure, type SendFailureKind } from './sender.ts';
import type { Patience } from './service.ts';

// WhatsApp Cloud API of Meta: templates are sent, states and answers come by webhook.

export type WhatsAppAccess = {
  /** Address with its version: `https://graph.facebook.com/v23.0`. */
  base_url: string;
  phone_number_id: string;
  token: string;
};

export type WhatsAppMessage = {
  /** Number with the country: `5532988412076`. */
  to: string;
  template: string;
  parameters: readonly string[];
  /** Our token, which WhatsApp repeats in each state of the message, also when the answer to the call was lost. */
  token: string;
};

export type WhatsApp = {
  /** @returns WhatsApp's id of the message. @throws SendFailure */
  send: (message: WhatsAppMessage) => Promise<string>;
  /** Checks the access by reading the number's record. @throws SendFailure */
  check: () => Promise<{ name: string; number: string }>;
};

/** Language in which the templates are registered. */
const LANGUAGE = 'pt_BR';

const Accepted = z.looseObject({
  messages: z.array(z.looseObject({ id: z.string(), message_status: z.optional(z.string()) })).check(z.minLength(1)),
});
const PhoneNumber = z.looseObject({
  display_phone_number: z.optional(z.string()),
  verified_name: z.optional(z.string()),
});
const Failure = z.looseObject({
  error: z.looseObject({
    code: z.number(),
    message: z.optional(z.string()),
    error_data: z.optional(z.looseObject({ details: z.optional(z.string()) })),
  }),
});

export function openWhatsApp(access: WhatsAppAccess, patience?: Patience): WhatsApp {
  const exchange = openExchange(patience);
  const base = `${baseAddress(access.base_url)}/${encodeURIComponent(access.phone_number_id)}`;
  const headers = { authorization: `Bearer ${access.token}` };

  async function call<T>(method: 'GET' | 'POST', url: string, answer: z.ZodMiniType<T>, body?: object): Promise<T> {
    const { status, json } = await exchange({ method, url, headers, ...(body && { body }) });
    if (status === 200) {
      const read = answer.safeParse(json);
      if (read.success) return read.data;
      throw new SendFailure('LOST', 'O WhatsApp respondeu de um jeito que não entendemos.');
    }
    const failure = Failure.safeParse(json);
    if (failure.success) throw failureOf(failure.data.error.code, status, failure.data.error.error_data?.details);
    if (status === 429) throw new SendFailure('SLOW', SLOW);
    // The answer of a gateway in between, which doesn't show whether the message was accepted.
    throw new SendFailure(
      status === 502 || status === 504 ? 'LOST' : 'AWAY',
      `O WhatsApp está com problemas (${status}).`,
    );
  }

  return {
    async send({ to, template, parameters, token }) {
      const { messages } = await call('POST', `${base}/messages`, Accepted, {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to,
        type: 'template',
        template: {
          name: template,
          language: { code: LANGUAGE },
          components: [{ type: 'body', parameters: parameters.map((text) => ({ type: 'text', text })) }],
        },
        biz_opaque_callback_data: token,
      });
      return messages[0]?.id ?? '';
    },
    async check() {
      const url = `${base}?fields=display_phone_number,verified_name`;
      const found = await call('GET', url, PhoneNumber);
      return { name: found.verified_name ?? '', number: found.display_phone_number ?? '' };
    },
  };
}

const SLOW = 'O WhatsApp pediu para enviar mais devagar.';
const DENIED = 'O WhatsApp não aceitou o token ou a conta.';

/** Codes of the Cloud API by what they mean for a message. */
const CODES: readonly (readonly [SendFailureKind, string, readonly number[]])[] = [
  ['SLOW', SLOW, [4, 80_007, 130_429, 131_048, 133_016]],
  ['PAIR', 'O WhatsApp pediu para esperar antes de escrever de novo a esta pessoa.', [131_056]],
  ['AWAY', 'O WhatsApp está fora do ar por um instante.', [1, 2, 131_000, 131_016, 131_057]],
  ['DENIED', DENIED, [0, 3, 10, 190, 368, 131_005, 131_031, 131_042, 131_045, 133_010]],
  ['TEMPLATE', 'O modelo não existe no WhatsApp em português do Brasil.', [132_001]],
  ['TEMPLATE', 'O modelo está pausado no WhatsApp, por causa de avaliações ruins.', [132_015]],
  ['TEMPLATE', 'O modelo foi desativado no WhatsApp.', [132_016]],
  ['TEMPLATE', 'O modelo no WhatsApp tem outros campos que o texto da imobiliária.', [132_000, 132_012]],
  ['TEMPLATE', 'O texto não cabe no modelo do WhatsApp ou fere as regras dele.', [132_005, 132_007, 132_018]],
  ['UNREACHABLE', 'O número não tem WhatsApp ou não pode receber.', [131_026, 131_021, 131_030, 133_000]],
  ['UNREACHABLE', 'O WhatsApp não entregou esta mensagem a esta pessoa.', [130_472, 131_047, 131_049]],
  ['UNREACHABLE', 'A pessoa bloqueou mensagens da imobiliária no WhatsApp.', [131_050]],
];

export function failureOf(code: number, status: number, details?: string): SendFailure {
  const known = CODES.find(([, , codes]) => codes.includes(code));
  if (known) return new SendFailure(known[0], `${known[1]} (${code})`);
  if (code >= 200 && code < 300) return new SendFailure('DENIED', `${DENIED} (${code})`);
  if (status === 401 || status === 403) return new SendFailure('DENIED', `${DENIED} (${code})`);
  if (status === 429) return new SendFailure('SLOW', `${SLOW} (${code})`);
  if (status >= 500) return new SendFailure('AWAY', `O WhatsApp está com problemas (${code}).`);
  // The details may name the number.
  const words = details?.replace(/\d{6,}/g, '…').slice(0, 150);
  return new SendFailure('REFUSED', `O WhatsApp recusou a mensagem (${code})${words ? `: ${words}` : ''}.`);
}

/** State of a message, as a webhook reports it. */
export type ToldStatus = {
  provider_id: string;
  /** Ours, `biz_opaque_callback_data`. */
  token: string | undefined;
  state: ToldState;
  at: Date;
  failure: SendFailure | undefined;
  /** False: a free message, within the window that opens when the person writes. */
  billable: boolean | undefined;
};

/** A message from a person. */
export type ToldAnswer = { provider_id: string; from: string; text: string; replyTo: string | undefined };

export type ToldTemplate = { name: string; event: string; reason: string | undefined };

const Status = z.looseObject({
  id: z.string(),
  status: z.string(),
  timestamp: z.optional(z.string()),
  biz_opaque_callback_data: z.optional(z.string()),
  pricing: z.optional(z.looseObject({ billable: z.optional(z.boolean()) })),
  errors: z.optional(
    z.array(
      z.looseObject({ code: z.number(), error_data: z.optional(z.looseObject({ details: z.optional(z.string()) })) }),
    ),
  ),
});
const Answer = z.looseObject({
  id: z.string(),
  from: z.string(),
  text: z.optional(z.looseObject({ body: z.optional(z.string()) })),
  button: z.optional(z.looseObject({ text: z.optional(z.string()) })),
  interactive: z.optional(
    z.looseObject({ button_reply: z.optional(z.looseObject({ title: z.optional(z.string()) })) }),
  ),
  context: z.optional(z.looseObject({ id: z.optional(z.string()) })),
});
const Change = z.looseObject({
  field: z.optional(z.string()),
  value: z.looseObject({
    metadata: z.optional(z.looseObject({ phone_number_id: z.optional(z.string()) })),
    statuses: z.optional(z.array(z.unknown())),
    messages: z.optional(z.array(z.unknown())),
    event: z.optional(z.string()),
    message_template_name: z.optional(z.string()),
    reason: z.optional(z.nullable(z.string())),
  }),
});
const Body = z.looseObject({
  entry: z.array(z.looseObject({ changes: z.optional(z.array(z.unknown())) })),
});

const STATES: Readonly<Record<string, ToldState>> = {
  sent: 'SENT',
  delivered: 'DELIVERED',
  read: 'READ',
  failed: 'FAILED',
};

/** Elements that match the schema; unknown ones are skipped. */
const readEach = <T>(schema: z.ZodMiniType<T>, all: readonly unknown[] = []): T[] =>
  all.flatMap((one) => {
    const read = schema.safeParse(one);
    return read.success ? [read.data] : [];
  });

/** Reads a webhook for one of the agency's numbers; changes of other numbers are skipped. */
export function readWebhook(body: unknown, phoneNumberId: string) {
  const found = Body.safeParse(body);
  const changes = found.success
    ? readEach(
        Change,
        found.data.entry.flatMap((entry) => entry.changes ?? []),
      )
    : [];
  const own = changes
    .filter(({ value }) => value.metadata?.phone_number_id === phoneNumberId)
    .map(({ value }) => value);
  return {
    statuses: own.flatMap(({ statuses }) => readEach(Status, statuses)).flatMap(toldStatus),
    answers: own.flatMap(({ messages }) => readEach(Answer, messages)).map(toldAnswer),
    templates: changes.flatMap(({ field, value }) => toldTemplate(field, value)),
  };
}

function toldStatus(status: z.output<typeof Status>): ToldStatus[] {
  const state = STATES[status.status];
  if (state === undefined) return [];
  const seconds = Number(status.timestamp);
  const error = status.errors?.[0];
  return [
    {
      provider_id: status.id,
      token: status.biz_opaque_callback_data,
      state,
      at:
        Number.isSafeInteger(seconds) && seconds > 0 && seconds < 32_503_680_000
          ? new Date(seconds * 1_000)
          : new Date(),
      failure: state === 'FAILED' ? failureOf(error?.code ?? -1, 400, error?.error_data?.details) : undefined,
      billable: status.pricing?.billable,
    },
  ];
}

const toldAnswer = ({ id, from, text, button, interactive, context }: z.output<typeof Answer>): ToldAnswer => ({
  provider_id: id,
  from,
  text: text?.body ?? button?.text ?? interactive?.button_reply?.title ?? '',
  replyTo: context?.id,
});

function toldTemplate(field: string | undefined, value: z.output<typeof Change>['value']): ToldTemplate[] {
  const { message_template_name: name, event, reason } = value;
  if (field !== 'message_template_status_update' || name === undefined || event === undefined) return [];
  return [{ name, event, reason: reason ?? undefined }];
}

import { NEWS_KINDS } from '@morada/domain/messages/kinds';
import { MESSAGE_REASONS } from '@morada/domain/messages/reasons';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import {
  calendarDate,
  givenDate,
  idParams,
  instant,
  money,
  optionalProse,
  optionalText,
  page,
  prose,
  serviceAddress,
  text,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { MESSAGE_READERS, MessageChannel, MessageKindName, MessageSearch, MessageState } from './messages.search.ts';

const NewsKindName = z.enum(NEWS_KINDS);

export const MessageRow = z.object({
  id: z.int(),
  kind: MessageKindName,
  /** Null: an unregistered visitor, of the visit `visit_id`. */
  client_id: z.nullable(z.int()),
  visit_id: z.nullable(z.int()),
  client: z.string(),
  contract_id: z.nullable(z.int()),
  invoice_id: z.nullable(z.int()),
  subject: z.string(),
  text: z.string(),
  state: MessageState,
  channel: z.nullable(MessageChannel),
  /** Address or number given to the channel. */
  recipient: z.nullable(z.string()),
  /** Why it was not sent. */
  reason: z.nullable(z.enum([...MESSAGE_REASONS] as [string, ...string[]])),
  /** The reason as the channel reported it. */
  problem: z.nullable(z.string()),
  /** Handed to a channel whose response was lost: it may have been sent. */
  uncertain: z.boolean(),
  cost: z.nullable(money),
  created_at: instant,
  /** When it is due; in the past once it was handed to a channel. */
  send_at: instant,
  sent_at: z.nullable(instant),
  delivered_at: z.nullable(instant),
  read_at: z.nullable(instant),
  closed_at: z.nullable(instant),
  /** Last time that staff copied the text, and the user. */
  copied_at: z.nullable(instant),
  copied_by: z.nullable(z.string()),
});
export type MessageRow = z.output<typeof MessageRow>;

/** Channels in order of preference, each once. */
const channelOrder = z.array(MessageChannel).check(
  z.minLength(1, 'Escolha ao menos um canal'),
  z.refine((order) => new Set(order).size === order.length, 'Cada canal entra uma vez'),
);

const cost = money.check(
  z.refine((value) => value >= 0 && value <= 10_000, 'Informe o preço de uma mensagem, até R$ 100,00'),
);

export const MessageSettings = z.object({
  channels: channelOrder,
  whatsapp_cost: cost,
  email_cost: cost,
  sms_cost: cost,
});

export const NewsChange = z.object({
  active: z.boolean(),
  /** Hour of the day; null: as soon as it happens. */
  hour: z.nullable(
    z
      .int('Informe a hora, de 8 a 19')
      .check(z.gte(8, 'Informe a hora, de 8 a 19'), z.lte(19, 'Informe a hora, de 8 a 19')),
  ),
  /** Days before the announced event; null for news of a past event. */
  days: z.nullable(
    z
      .int('Informe os dias, de 0 a 120')
      .check(z.gte(0, 'Informe os dias, de 0 a 120'), z.lte(120, 'Informe os dias, de 0 a 120')),
  ),
  /** Null: the agency's order. */
  channels: z.nullable(channelOrder),
  subject: text('Informe o assunto', 120),
  text: prose('Escreva o texto', 900),
  /** Template at WhatsApp; null: the channel's own. */
  template: optionalTemplate(),
});

/** Name of a template, as WhatsApp registers it. */
function optionalTemplate() {
  return z.nullable(
    z.string().check(z.trim(), z.regex(/^[a-z0-9_]{1,512}$/, 'O nome do modelo tem letras minúsculas, números e _')),
  );
}

export const News = z.object({
  ...NewsChange.shape,
  kind: NewsKindName,
  /** Fields that the text may use. */
  fields: z.array(z.string()),
  version: z.int(),
});
export type News = z.output<typeof News>;

/** An absent secret stays unchanged. */
export const WhatsAppChange = z.object({
  base_url: serviceAddress('Informe o endereço da API com a versão: https://graph.facebook.com/v23.0'),
  sender: z
    .string()
    .check(z.trim(), z.regex(/^\d{5,20}$/, 'Informe o identificador do número (phone number ID), só com números')),
  token: z.optional(text('Informe o token de acesso', 1_000)),
  app_secret: z.optional(text('Informe a chave secreta do aplicativo', 200)),
  /** Template for messages without one of their own: {{1}} the name, {{2}} the text. */
  template: optionalTemplate(),
});

export const SmsChange = z.object({
  base_url: serviceAddress('Informe o endereço que recebe as mensagens, com https://'),
  sender: optionalText(20),
  token: z.optional(text('Informe o token de acesso', 1_000)),
  /** Whether the gateway is idempotent: a message repeated with the same id is sent once. */
  deduplicates: z.boolean(),
});

export const ChannelState = z.object({
  channel: MessageChannel,
  /** Whether it can send. */
  connected: z.boolean(),
  base_url: z.nullable(z.string()),
  sender: z.nullable(z.string()),
  template: z.nullable(z.string()),
  deduplicates: z.boolean(),
  /** Address that the provider calls; null without a public address of the installation. */
  notices: z.nullable(z.string()),
  /** WhatsApp: word that Meta sends to confirm the address; shown to those who may change the channel. */
  verify_token: z.nullable(z.string()),
  answered_at: z.nullable(instant),
  failing_since: z.nullable(instant),
  problem: z.nullable(z.string()),
  /** Nothing is sent before: the provider asked to slow down. */
  wait_until: z.nullable(instant),
});
export type ChannelState = z.output<typeof ChannelState>;

const Refusal = z.object({
  id: z.int(),
  /** Null: every channel. */
  channel: z.nullable(MessageChannel),
  /** Null: every kind. */
  kind: z.nullable(MessageKindName),
  source: z.enum(['LINK', 'WHATSAPP', 'SMS', 'STAFF']),
  note: z.nullable(z.string()),
  refused_at: instant,
  refused_by: z.nullable(z.string()),
  withdrawn_at: z.nullable(instant),
  withdrawn_by: z.nullable(z.string()),
});
export type MessageRefusal = z.output<typeof Refusal>;

const Consent = z.object({
  id: z.int(),
  channel: MessageChannel,
  given_on: calendarDate(),
  source: z.string(),
  text: z.string(),
  recorded_at: instant,
  recorded_by: z.nullable(z.string()),
  withdrawn_at: z.nullable(instant),
  withdrawn_by: z.nullable(z.string()),
});
export type MessageConsent = z.output<typeof Consent>;

/** What a person agreed to: channel, day, means and words. */
export const ConsentChange = z.object({
  channel: MessageChannel,
  given_on: givenDate('Informe o dia da autorização'),
  source: text('Informe como foi dada: contrato, formulário, telefone', 120),
  text: prose('Informe o que a pessoa aceitou', 1_000),
});
export type ConsentChange = z.output<typeof ConsentChange>;

const EDITORS = 'COLLECTION_EDIT';
/** Permissions to record the consents and refusals of clients. */
const ATTENDANTS = [EDITORS, 'CLIENT_EDIT'] as const;

const channelParams = z.object({ channel: z.enum(['whatsapp', 'email', 'sms']) });
const newsParams = z.object({ kind: NewsKindName });
const WebhookBody = z.looseObject({ entry: z.array(z.unknown()).check(z.maxLength(1_000)) });

/** Messages to clients: the outbox, the channels, news, and what people agreed to and refused. */
export const messages = endpoints('messages', {
  list: {
    method: 'GET',
    path: '/messages',
    access: MESSAGE_READERS,
    summary: 'Mensagens aos clientes: situação, canal, custo e por que não foram enviadas',
    query: MessageSearch,
    response: page(MessageRow),
  },
  summary: {
    method: 'GET',
    path: '/messages/summary',
    access: MESSAGE_READERS,
    summary: 'Mensagens na fila, enviadas e não entregues, e o custo do mês',
    response: z.object({
      queued: z.int(),
      /** Of this month. */
      sent: z.int(),
      failed: z.int(),
      cost: money,
      /** Channels that fail or are paused, with the reason. */
      problems: z.array(z.object({ channel: MessageChannel, problem: z.string() })),
    }),
  },
  cancel: {
    method: 'DELETE',
    path: '/messages/:id',
    access: EDITORS,
    summary: 'Cancelar uma mensagem que ainda não foi enviada',
    params: idParams,
  },
  copied: {
    method: 'POST',
    path: '/messages/:id/copied',
    access: EDITORS,
    summary: 'Registrar que o texto de uma mensagem foi copiado; não conta como enviada',
    params: idParams,
  },
  settings: {
    method: 'GET',
    path: '/messages/settings',
    access: MESSAGE_READERS,
    summary: 'Canais, preços e avisos aos clientes',
    response: z.object({
      ...MessageSettings.shape,
      version: z.int(),
      states: z.array(ChannelState),
      news: z.array(News),
      /** Whether links can be made (`PUBLIC_URL`). */
      has_address: z.boolean(),
      /** Confirmed alerts of the public site. */
      site_alerts: z.int(),
    }),
  },
  saveSettings: {
    method: 'PUT',
    path: '/messages/settings',
    access: EDITORS,
    summary: 'Mudar a ordem dos canais e os preços',
    body: MessageSettings,
  },
  saveNews: {
    method: 'PUT',
    path: '/messages/news/:kind',
    access: EDITORS,
    summary: 'Ligar, desligar e escrever um aviso aos clientes',
    params: newsParams,
    body: NewsChange,
  },
  preview: {
    method: 'POST',
    path: '/messages/news/:kind/preview',
    access: EDITORS,
    summary: 'Ver um aviso preenchido com um caso real, antes de salvar',
    params: newsParams,
    body: z.pick(NewsChange, { subject: true, text: true }),
    response: z.object({
      subject: z.string(),
      text: z.string(),
      /** Client of the case; null: there is none yet, and the values are made up. */
      client: z.nullable(z.string()),
      /** When it would be sent, if it happened now. */
      send_at: instant,
      /** Text to register as template at WhatsApp. */
      template: z.string(),
      /** The text as cut to fit the channel's general template; null: it fits. */
      whatsapp_cut: z.nullable(z.string()),
    }),
  },
  saveWhatsApp: {
    method: 'PUT',
    path: '/messages/channels/whatsapp',
    access: EDITORS,
    summary: 'Ligar o WhatsApp; token e chave ficam como estão quando não vêm',
    body: WhatsAppChange,
    secrets: ['token', 'app_secret'],
  },
  saveSms: {
    method: 'PUT',
    path: '/messages/channels/sms',
    access: EDITORS,
    summary: 'Ligar o SMS; o token fica como está quando não vem',
    body: SmsChange,
    secrets: ['token'],
  },
  removeChannel: {
    method: 'DELETE',
    path: '/messages/channels/:channel',
    access: EDITORS,
    summary: 'Desligar um canal',
    params: channelParams,
  },
  test: {
    method: 'POST',
    path: '/messages/channels/:channel/test',
    access: EDITORS,
    summary: 'Testar um canal agora',
    params: channelParams,
    body: z.object({
      /** Address or number of a test message; the WhatsApp is tested without one. */
      to: optionalText(254),
    }),
    response: z.object({ ok: z.boolean(), told: z.string() }),
  },
  ofClient: {
    method: 'GET',
    path: '/messages/clients/:id',
    access: [MESSAGE_READERS, 'CLIENT_VIEW'],
    summary: 'O que uma pessoa autorizou e recusou, e as mensagens dela',
    params: idParams,
    response: z.object({
      refusals: z.array(Refusal),
      consents: z.array(Consent),
      /** Latest messages; empty for those who may not see them. */
      messages: z.array(MessageRow),
      /** Latest answers by WhatsApp and SMS. */
      replies: z.array(
        z.object({ id: z.int(), channel: z.enum(['WHATSAPP', 'SMS']), text: z.string(), received_at: instant }),
      ),
    }),
  },
  refuse: {
    method: 'POST',
    path: '/messages/clients/:id/refusals',
    access: ATTENDANTS,
    summary: 'Registrar que uma pessoa não quer mensagens',
    params: idParams,
    body: z.object({
      channel: z.nullable(MessageChannel),
      kind: z.nullable(MessageKindName),
      note: optionalProse(300),
    }),
    status: 201,
  },
  withdrawRefusal: {
    method: 'DELETE',
    path: '/messages/refusals/:id',
    access: ATTENDANTS,
    summary: 'Registrar que uma pessoa voltou a querer mensagens',
    params: idParams,
  },
  consent: {
    method: 'POST',
    path: '/messages/clients/:id/consents',
    access: ATTENDANTS,
    summary: 'Registrar que uma pessoa autorizou um canal: dia, meio e texto',
    params: idParams,
    body: ConsentChange,
    status: 201,
  },
  withdrawConsent: {
    method: 'DELETE',
    path: '/messages/consents/:id',
    access: ATTENDANTS,
    summary: 'Registrar que uma pessoa retirou a autorização',
    params: idParams,
  },
  /** Called once by Meta, when the address is registered there. */
  whatsappAddress: {
    method: 'GET',
    path: '/messages/whatsapp/notices',
    access: 'public',
    summary: 'Confirmação do endereço dos avisos do WhatsApp',
    query: z.object({
      'hub.mode': z.optional(z.string().check(z.maxLength(50))),
      'hub.verify_token': z.optional(z.string().check(z.maxLength(200))),
      'hub.challenge': z.optional(z.string().check(z.maxLength(200))),
    }),
    file: 'text/plain; charset=utf-8',
  },
  /** Called by Meta, signed with the app's secret over the raw body. */
  whatsappNotice: {
    method: 'POST',
    path: '/messages/whatsapp/notices',
    access: 'public',
    summary: 'Avisos do WhatsApp: mensagem enviada, entregue, lida, falhada, e respostas',
    signed: true,
    body: WebhookBody,
  },
  /** Called by the SMS gateway: a state of a message, or an answer. */
  smsNotice: {
    method: 'POST',
    path: '/messages/sms/notices/:token',
    access: 'public',
    summary: 'Avisos do serviço de SMS: situação de uma mensagem, ou resposta',
    params: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
    body: z.looseObject({
      id: z.string().check(z.maxLength(200)),
      status: z.optional(z.string().check(z.maxLength(30))),
      from: z.optional(z.string().check(z.maxLength(30))),
      text: z.optional(z.string().check(z.maxLength(2_000))),
    }),
  },
});

export const messageProblems = problems({
  MESSAGE_NOT_FOUND: [404, 'Não encontramos esta mensagem.'],
  MESSAGE_GONE: [409, 'Esta mensagem já foi enviada ou cancelada.'],
  MESSAGE_CLIENT_NOT_FOUND: [404, 'Não encontramos este cliente.'],
  MESSAGE_TEXT: [422, 'O texto tem um campo que não existe', 'text'],
  MESSAGE_SUBJECT: [422, 'O assunto tem um campo que não existe', 'subject'],
  MESSAGE_DAYS_MISSING: [422, 'Informe quantos dias antes', 'days'],
  MESSAGE_DAYS_NEEDLESS: [422, 'Este aviso conta o que aconteceu: não tem dias de antecedência', 'days'],
  MESSAGE_NO_ADDRESS: [
    409,
    'Falta o endereço público da instalação (PUBLIC_URL): sem ele a mensagem não tem link. Avise quem cuida do servidor.',
  ],
  MESSAGE_TOKEN_MISSING: [422, 'Informe o token de acesso', 'token'],
  MESSAGE_APP_SECRET_MISSING: [422, 'Informe a chave secreta do aplicativo', 'app_secret'],
  MESSAGE_NO_SEAL: [409, 'Falta a chave dos segredos da instalação: sem ela o token não pode ser guardado.'],
  MESSAGE_INTERNAL: [
    422,
    'Este endereço leva à rede interna desta instalação. Informe o endereço do serviço.',
    'base_url',
  ],
  MESSAGE_ADDRESS: [422, 'Use um endereço com https://', 'base_url'],
  MESSAGE_TEST_TO: [422, 'Informe para onde vai o teste', 'to'],
  MESSAGE_CHANNEL_OFF: [409, 'Este canal não está ligado.'],
  MESSAGE_REFUSED_ALREADY: [409, 'Esta recusa já está registrada.'],
  MESSAGE_REFUSAL_NOT_FOUND: [404, 'Não encontramos esta recusa.'],
  MESSAGE_CONSENTED_ALREADY: [409, 'Esta autorização já está registrada.'],
  MESSAGE_CONSENT_LATER: [422, 'A autorização não pode ser de um dia que ainda não veio', 'given_on'],
  MESSAGE_CONSENT_NOT_FOUND: [404, 'Não encontramos esta autorização.'],
  MESSAGE_NOTICE_UNSIGNED: [404, 'O aviso não traz a assinatura do canal.'],
});

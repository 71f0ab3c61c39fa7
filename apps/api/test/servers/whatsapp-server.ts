import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { permitInternal } from '#api/outside/internal-addresses.ts';

/** A template as the account has it. */
export type WhatsAppTemplate = {
  name: string;
  language: string;
  status: 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED';
  /** Number of its parameters. */
  parameters: number;
};

export type WhatsAppSent = {
  id: string;
  to: string;
  template: string;
  parameters: string[];
  /** `biz_opaque_callback_data` of the call. */
  callback: string | undefined;
};

type Status = 'sent' | 'delivered' | 'read' | 'failed';

/**
 * `accepts`, or what goes wrong: `drops` takes the message and cuts the line before it answers; `slow` refuses with the
 * rate limit; `pair` with the limit of one person; `down` answers 503; `gateway` answers 502 as a proxy does.
 */
export type WhatsAppBehaviour = 'accepts' | 'drops' | 'slow' | 'pair' | 'down' | 'gateway';

const NUMBER = '106540352242922';
const ACCOUNT = '102290129340398';

type Body = {
  messaging_product?: string;
  to: string;
  type?: string;
  template: {
    name: string;
    language?: { code: string };
    components?: { type: string; parameters?: { type: string; text: string }[] }[];
  };
  biz_opaque_callback_data?: string;
};

/** WhatsApp Cloud API on this machine, in the shape of Meta's: templates, error codes, signed webhooks. */
export async function startWhatsAppServer({ token = 'EAAtoken', appSecret = 'segredo-do-app' } = {}) {
  const sent: WhatsAppSent[] = [];
  const templates: WhatsAppTemplate[] = [{ name: 'aviso_geral', language: 'pt_BR', status: 'APPROVED', parameters: 2 }];
  /** Numbers that have no WhatsApp. */
  const unreachable = new Set<string>();
  permitInternal();
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stub = {
    baseUrl: `http://127.0.0.1:${port}/v23.0`,
    phoneNumberId: NUMBER,
    token,
    appSecret,
    sent,
    templates,
    unreachable,
    behaviour: 'accepts' as WhatsAppBehaviour,
    /** Calls that came, refused ones too. */
    calls: 0,
    /** Runs before a message is taken, while the call waits. */
    onSend: undefined as ((to: string) => Promise<void>) | undefined,
    statusBody,
    answerBody,
    templateBody,
    signed,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return stub;

  async function serve(request: IncomingMessage, response: ServerResponse) {
    stub.calls += 1;
    const { pathname } = new URL(request.url ?? '/', stub.baseUrl);
    if (request.headers.authorization !== `Bearer ${token}`)
      return fail(response, 401, 190, 'Invalid OAuth access token - Cannot parse access token');
    if (request.method === 'GET' && pathname === `/v23.0/${NUMBER}`)
      return answer(response, 200, {
        id: NUMBER,
        verified_name: 'Serra Imóveis',
        display_phone_number: '+55 32 98841-0000',
      });
    if (request.method !== 'POST' || pathname !== `/v23.0/${NUMBER}/messages`)
      return fail(response, 400, 100, 'Unsupported request');
    const body: Body = JSON.parse(await text(request));
    await stub.onSend?.(body.to);
    return take(response, body);
  }

  function take(response: ServerResponse, body: Body) {
    if (stub.behaviour === 'slow') return fail(response, 429, 130_429, 'Rate limit hit');
    if (stub.behaviour === 'pair')
      return fail(response, 400, 131_056, '(Business Account, Consumer Account) pair rate limit hit');
    if (stub.behaviour === 'down') return answer(response, 503, undefined);
    if (stub.behaviour === 'gateway')
      return response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    if (body.messaging_product !== 'whatsapp') return fail(response, 400, 100, 'messaging_product is required');
    if (!/^\d{10,15}$/.test(body.to)) return fail(response, 400, 131_009, 'Parameter value is not valid');
    if (body.type !== 'template') return fail(response, 400, 131_047, 'Re-engagement message');
    const { name, language, components = [] } = body.template;
    const template = templates.find((one) => one.name === name && one.language === language?.code);
    if (!template || template.status === 'PENDING' || template.status === 'REJECTED')
      return fail(response, 404, 132_001, `template name (${name}) does not exist in ${language?.code}`);
    if (template.status === 'PAUSED') return fail(response, 400, 132_015, 'Template is Paused');
    if (template.status === 'DISABLED') return fail(response, 400, 132_016, 'Template is Disabled');
    const parameters = components[0]?.parameters?.map((one) => one.text) ?? [];
    if (parameters.length !== template.parameters)
      return fail(response, 400, 132_000, `number of localizable_params (${parameters.length}) does not match`);
    if (parameters.some((one) => one === '' || /[\n\t]| {5}/.test(one)))
      return fail(
        response,
        400,
        132_018,
        'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
      );
    if (unreachable.has(body.to)) return fail(response, 400, 131_026, 'Message undeliverable');
    const id = `wamid.${randomBytes(24).toString('base64')}`;
    sent.push({ id, to: body.to, template: name, parameters, callback: body.biz_opaque_callback_data });
    if (stub.behaviour === 'drops') return response.destroy();
    return answer(response, 200, {
      messaging_product: 'whatsapp',
      contacts: [{ input: body.to, wa_id: waId(body.to) }],
      messages: [{ id, message_status: 'accepted' }],
    });
  }

  function answer(response: ServerResponse, status: number, body: object | undefined) {
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
    return response.end(body && JSON.stringify(body));
  }

  function fail(response: ServerResponse, status: number, code: number, details: string) {
    return answer(response, status, {
      error: {
        message: `(#${code}) ${details}`,
        type: 'OAuthException',
        code,
        error_data: { messaging_product: 'whatsapp', details },
        fbtrace_id: randomBytes(8).toString('base64url'),
      },
    });
  }

  /** Webhook of a message's state. */
  function statusBody(
    message: WhatsAppSent,
    status: Status,
    { at = new Date(), code = 131_026, billable = true }: { at?: Date; code?: number; billable?: boolean } = {},
  ) {
    return change({
      statuses: [
        {
          id: message.id,
          status,
          timestamp: String(Math.floor(at.getTime() / 1_000)),
          recipient_id: waId(message.to),
          ...(message.callback && { biz_opaque_callback_data: message.callback }),
          ...(status === 'failed'
            ? {
                errors: [
                  {
                    code,
                    title: 'Message undeliverable',
                    message: 'Message undeliverable',
                    error_data: { details: 'Message Undeliverable.' },
                  },
                ],
              }
            : {
                conversation: { id: randomBytes(16).toString('hex'), origin: { type: 'utility' } },
                pricing: {
                  billable,
                  pricing_model: 'PMP',
                  category: 'utility',
                  type: billable ? 'regular' : 'free_customer_service',
                },
              }),
        },
      ],
    });
  }

  /** Webhook of what a person wrote. */
  function answerBody(
    from: string,
    body: string,
    { replyTo, id = `wamid.${randomBytes(24).toString('base64')}` }: { replyTo?: string; id?: string } = {},
  ) {
    return change({
      contacts: [{ profile: { name: 'Ana' }, wa_id: waId(from) }],
      messages: [
        {
          from: waId(from),
          id,
          timestamp: String(Math.floor(Date.now() / 1_000)),
          type: 'text',
          text: { body },
          ...(replyTo && { context: { from: NUMBER, id: replyTo } }),
        },
      ],
    });
  }

  function templateBody(name: string, event: 'APPROVED' | 'REJECTED' | 'PAUSED' | 'DISABLED') {
    return {
      object: 'whatsapp_business_account',
      entry: [
        {
          id: ACCOUNT,
          time: Math.floor(Date.now() / 1_000),
          changes: [
            {
              field: 'message_template_status_update',
              value: {
                event,
                message_template_id: 594_425_479_261_596,
                message_template_name: name,
                message_template_language: 'pt_BR',
                reason: 'NONE',
              },
            },
          ],
        },
      ],
    };
  }

  function change(value: object) {
    return {
      object: 'whatsapp_business_account',
      entry: [
        {
          id: ACCOUNT,
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: '553288410000', phone_number_id: NUMBER },
                ...value,
              },
            },
          ],
        },
      ],
    };
  }

  /** A webhook as it is posted: its bytes and the headers with their signature. */
  function signed(body: object, secret = appSecret) {
    const raw = JSON.stringify(body);
    const signature = createHmac('sha256', secret).update(raw).digest('hex');
    return { raw, headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` } };
  }
}

/** WhatsApp names most Brazilian mobiles without their ninth digit. */
const waId = (number: string) => number.replace(/^(55[1-9][1-9])9(\d{8})$/, '$1$2');

import { honest, type Operation, type Schema } from '../calls/described.ts';
import type { Random } from '../random.ts';

export type Call = {
  path: string;
  method: string;
  operation: Operation;
  /** A public page, with the fields of its form; the others are API calls. */
  page?: readonly string[];
};
export type Hostile = {
  /** Kind of attack, for the count. */
  kind: string;
  /** Raw bytes of the request. */
  bytes: Buffer;
  /** Whether the connection is closed after the bytes, even if more was announced. */
  cut: boolean;
};

const deep = (open: string, close: string, times: number) => `${open.repeat(times)}${close.repeat(times)}`;

/** JSON texts that are invalid for every field, or valid and hostile. */
const VALUES = [
  ...['null', 'true', 'false', '0', '-1', '1.5', '0.005', '1e400', '-1e400', '1e-400', '9007199254740993', '-0'],
  ...['2147483648', '9223372036854775808', '99999999999999999999', '-99999999999999999999', '1e15'],
  ...['""', '" "', '[]', '{}', '[null]', '[[[[[]]]]]', '{"a":{"b":{"c":{}}}}', '"\\u0000"', '"a\\u0000b"'],
  ...['"\\ud800"', '"\\udfff x"', '"\\uffff\\ufffe"', '"\\u202e\\u2066"', '"\\r\\nset-cookie: a=b"', '"\\u001b[2J"'],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}', '["__proto__"]', '"__proto__"'],
  ...[
    '"\'; drop table client; --"',
    "\"1' or '1'='1\"",
    '"$1"',
    '"%s%n%x"',
    '"$\\u007b7*7}"',
    '"{{this.constructor}}"',
  ],
  ...[
    '"../../../../etc/passwd"',
    '"..\\\\..\\\\windows"',
    '"/dev/zero"',
    '"file:///etc/passwd"',
    '"http://169.254.169.254/"',
  ],
  ...['"=cmd|\'/c calc\'!A1"', '"<script>alert(1)</script>"', '"2026-02-30"', '"9999-99-99"', '"0000-00-00"', '"١٢٣"'],
  ...[
    `"${'x'.repeat(50_000)}"`,
    `"${'👩‍👩‍👧‍👦'.repeat(200)}"`,
    deep('[', ']', 3_000),
    deep('{"a":', '}', 1_000).replace('}', '1}'),
  ],
  `[${Array.from({ length: 2_000 }, () => '{}').join()}]`,
];

/** Values in a path or query, encoded or not. */
const PIECES = [
  ...['0', '-1', '1.5', '1e9', '999999999999999', '9'.repeat(16), 'NaN', 'undefined', 'null', '[object Object]', '*'],
  ...['%00', '%0d%0aset-cookie:%20a=b', '%', '%zz', '%C0%AF', '%E0%A4%A', '%ED%A0%80', '%F0%9F%98%80', '%25%32%66'],
  ...['..', '../..', '..%2F..%2Fetc%2Fpasswd', '%2e%2e%2f', '....//', ';', ';jsessionid=1', '__proto__', 'constructor'],
  ...['toString', "'", "1'%20or%20'1'='1", '1;select%20pg_sleep(9)', '1%20union%20select%20null', '$1', '{{7*7}}', ' '],
  ...['x'.repeat(300), 'x'.repeat(9_000), '%E2%80%AE', '1/', '1//2', '1?', '1#2'],
];

const TYPES = [
  ...['text/plain', 'text/html', 'application/xml', 'application/x-www-form-urlencoded', 'application/octet-stream'],
  ...[
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="a',
    'multipart/mixed; boundary=x',
  ],
  ...[
    'application/json; charset=utf-16',
    'application/json;charset="',
    'APPLICATION/JSON',
    'application/json, text/plain',
  ],
  ...['application/vnd.api+json', 'application/graphql', '', ';', 'a'.repeat(5_000)],
];

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'CONNECT',
  'NADA',
];

const CHUNKS = [
  'zz\r\nabc\r\n0\r\n\r\n',
  '-1\r\nabc\r\n0\r\n\r\n',
  'ffffffffffffffff\r\nabc\r\n',
  '3\r\nabcdef\r\n0\r\n\r\n',
  '3;x=\r\nabc\r\n0\r\nset-cookie: a=b\r\n\r\n',
  '2\r\n{}\r\n0\r\nGET /api/user HTTP/1.1\r\n\r\n',
  '0\r\n\r\nGET /api/user HTTP/1.1\r\nhost: a\r\n\r\n',
  '\n\n\n',
];

const TAGS = ['"1"', '"999999999"', '*', 'W/"1"', '""', '"-1"', 'x'.repeat(500), '"1", "2"', '\u00ff'];
const KEYS = ['k', 'x'.repeat(300), "'", '%00', '__proto__', '\u00e7'];
const HOSTS = ['', 'a b', 'mal.exemplo', '"><script>', 'localhost:99999', '[::1', '../', 'x'.repeat(3_000)];
const BEARERS = [
  'Bearer',
  'Bearer  ',
  'Basic YTpi',
  `Bearer ${'a'.repeat(43)}`,
  `Bearer ${'a'.repeat(5_000)}`,
  "Bearer ' or 1=1",
  'bearer x',
];

/** A valid object of the schema with up to three fields replaced or added. */
function spoiled(schema: Schema, random: Random): string {
  if (random.chance(0.1)) return random.pick(VALUES);
  const shape = [schema, ...(schema.anyOf ?? [])].find((option) => option.properties) ?? {};
  const fields = Object.entries(shape.properties ?? {}).filter(
    ([name]) => shape.required?.includes(name) || random.chance(0.4),
  );
  const texts = fields.map(([name, field]): [string, string] => [name, honest(name, field, random)]);
  const names = Object.keys(shape.properties ?? { id: {} });
  for (let left = random.integer(1, 3); left > 0; left -= 1) {
    const name = random.chance(0.85)
      ? random.pick(names)
      : random.pick(['__proto__', 'constructor', 'toString', '', '\\u0000', 'id']);
    // Duplicate keys are kept, to test the parser.
    texts.push([name, random.pick(VALUES)]);
  }
  return `{${texts.map(([name, text]) => `"${name}":${text}`).join()}}`;
}

const BOUNDARY = 'f0f1f2';
const FILES = [
  '%PDF-1.7\n',
  '\u00ff\u00d8\u00ff',
  '\u0089PNG\r\n\u001a\n',
  'PK\u0003\u0004',
  'a;b\r\n1;2\r\n',
  'OFXHEADER:100\r\n<OFX>',
  '02RETORNO01',
  '<svg onload=alert(1)>',
  '',
];
const NAMES = [
  'sala.jpg',
  '../../etc/passwd',
  '..\\..\\a.pdf',
  'a\u0000.pdf',
  '.htaccess',
  'CON',
  'x'.repeat(400),
  '',
  'a"; filename="b',
  'planilha.xlsx',
  'retorno.ret',
  'extrato.ofx',
];
const PARTS = ['file', 'file[]', '__proto__', '', 'arquivo', 'constructor'];

function multipart(random: Random): string {
  const part = () =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${random.pick(PARTS)}"; filename="${random.pick(NAMES)}"\r\n` +
    `content-type: ${random.pick(['image/jpeg', 'application/pdf', 'text/csv', '', 'x'])}\r\n\r\n${random.pick(FILES)}${'z'.repeat(random.integer(0, 200))}\r\n`;
  const parts = Array.from({ length: random.pick([0, 1, 1, 1, 2, 8]) }, part).join('');
  return `${parts}${random.pick([`--${BOUNDARY}--\r\n`, `--${BOUNDARY}--\r\n`, '', `--${BOUNDARY}`])}`;
}

function address({ path, operation, page }: Call, random: Random, spoil: boolean) {
  const piece = () => (spoil && random.chance(0.6) ? random.pick(PIECES) : String(random.integer(1, 8)));
  const url = path.replace(/\{\w+\}/g, piece);
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && random.chance(0.6))
    .flatMap(({ name, schema }) => {
      const value = () =>
        spoil ? random.pick(PIECES) : encodeURIComponent(honest(name, schema, random).replaceAll('"', ''));
      if (!spoil) return [`${name}=${value()}`];
      const twice = [`${name}=${value()}`, `${name}=${value()}`];
      return random.pick([
        [`${name}=${value()}`],
        twice,
        [`${name}[]=${value()}`],
        [`${name}[__proto__]=${value()}`],
        [name],
      ]);
    });
  return `${page ? '' : '/api'}${url}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** Valid values of a visitor's form. */
const TYPED: Record<string, string> = {
  ...{ pedido: 'mensagem', name: 'Ana Prado', email: 'ana@exemplo.com.br', phone: '(32) 98841-2076', consent: 'sim' },
  ...{
    message: 'Ainda está livre?',
    date: '2026-03-16',
    time: '10:00',
    website: '',
    cep: '36025-000',
    price: '1.500,00',
  },
};

type Plan = { method: string; url: string; headers: Record<string, string>; body: string; raw?: string; cut?: boolean };

const isJson = (body: string) => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
});

/** Each turns a valid request into a hostile one. */
const KINDS: Record<string, (honestly: Plan, call: Call, random: Random) => Plan> = {
  value: (plan, { operation }, random) => {
    const schema = operation.requestBody?.content['application/json']?.schema ?? {};
    const body = spoiled(schema, random);
    return { ...plan, body, headers: { ...plan.headers, ...isJson(body) } };
  },
  address: (plan, call, random) => ({ ...plan, url: address(call, random, true) }),
  form: (plan, _, random) => {
    const body = multipart(random);
    const type = random.pick([
      `multipart/form-data; boundary=${BOUNDARY}`,
      'multipart/form-data; boundary=other',
      'multipart/form-data',
    ]);
    const length = String(Buffer.byteLength(body, 'latin1'));
    return { ...plan, body, raw: body, headers: { ...plan.headers, 'content-type': type, 'content-length': length } };
  },
  fields: (plan, { page = [] }, random) => {
    const value = () => encodeURIComponent(random.pick(VALUES).replace(/^"|"$/g, '').slice(0, 3_000).toWellFormed());
    const named = [...page, 'name[]', '__proto__', 'constructor'].filter(() => random.chance(0.7));
    const field = (name: string) => {
      if (random.chance(0.5)) return encodeURIComponent(TYPED[name] ?? 'MG');
      return random.chance(0.3) ? random.pick(PIECES) : value();
    };
    const body = named.map((name) => `${name}=${field(name)}`).join('&');
    const type = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(body)),
    };
    return { ...plan, body, headers: { ...plan.headers, ...type } };
  },
  type: (plan, _, random) => ({ ...plan, headers: { ...plan.headers, 'content-type': random.pick(TYPES) } }),
  method: (plan, _, random) => ({ ...plan, method: random.pick(METHODS) }),
  bodiless: (plan, _, random) => {
    const { 'content-length': __, ...headers } = plan.headers;
    return { ...plan, body: '', headers: random.chance(0.5) ? headers : { ...headers, 'content-length': '0' } };
  },
  broken: (plan, _, random) => {
    const whole = plan.body || '{"id":1,"name":"Ana"}';
    const body = random.pick([
      whole.slice(0, random.integer(0, whole.length - 1)),
      `${whole}${whole}`,
      whole.replaceAll('"', "'"),
      `\ufeff${whole}`,
      `/* */${whole}`,
      whole.replace('}', ',}'),
      'NaN',
      '\u0000',
    ]);
    return { ...plan, body, headers: { ...plan.headers, ...isJson(body) } };
  },
  chunks: (plan, _, random) => {
    const { 'content-length': length, ...headers } = plan.headers;
    const both: Record<string, string> = random.chance(0.3) && length !== undefined ? { 'content-length': length } : {};
    const type = {
      'content-type': 'application/json',
      'transfer-encoding': random.pick(['chunked', 'chunked', 'chunked, chunked', 'x']),
    };
    return { ...plan, headers: { ...headers, ...type, ...both }, body: random.pick(CHUNKS), cut: true };
  },
  length: (plan, _, random) => ({
    ...plan,
    headers: {
      ...plan.headers,
      'content-type': 'application/json',
      'content-length': random.pick(['99', '-1', '1e9', '0x10', '9'.repeat(30), '1, 2', '']),
    },
    cut: true,
  }),
  header: (plan, _, random) => ({
    ...plan,
    headers: {
      ...plan.headers,
      ...random.pick<Record<string, string>>([
        { 'if-match': random.pick(TAGS) },
        { 'idempotency-key': random.pick(KEYS) },
        { host: random.pick(HOSTS) },
        { authorization: random.pick(BEARERS) },
        { accept: 'x'.repeat(4_000), 'accept-encoding': '*;q=-1' },
        { range: 'bytes=0-,0-,0-,-1' },
        { expect: 'nada' },
        { 'x-forwarded-for': "1.2.3.4, ' or 1=1, x", 'x-forwarded-host': 'mal.exemplo', forwarded: 'for="[' },
        { 'x-http-method-override': 'DELETE', 'x-original-url': '/api/user', 'x-request-id': 'a\tb"{}' },
        { cookie: '__proto__=1; a; =; session=%00' },
        { upgrade: 'websocket', connection: 'upgrade, close' },
        { 'x-long': 'y'.repeat(20_000) },
      ]),
    },
  }),
};

/** Public pages, which OpenAPI doesn't describe. */
const page = (method: string, path: string, query: string[], fields: string[] = []): Call => ({
  path,
  method,
  page: fields,
  operation: {
    summary: path,
    'x-permission': 'public',
    parameters: query.map((name) => ({ name, in: 'query', required: false, schema: { type: 'string' } })),
    responses: {},
  },
});
const MESSAGE = ['pedido', 'name', 'email', 'phone', 'message', 'date', 'time', 'consent', 'website'];
export const PAGES: readonly Call[] = [
  page('GET', '/imovel/alugar/{id}/{slug}', ['enviado', 'dia', 'dias']),
  page('POST', '/imovel/alugar/{id}', ['enviado'], MESSAGE),
  page('GET', '/imovel/comprar/{id}', []),
  page('GET', '/', []),
  page('GET', '/imoveis', ['para', 'lugar', 'tipo', 'quartos', 'de', 'ate', 'ordem', 'pagina', 'codigo']),
  page('GET', '/imoveis/mapa.json', ['para', 'lugar', 'tipo', 'quartos', 'de', 'ate']),
  page('GET', '/favoritos', ['imoveis']),
  page('GET', '/alerta', ['para', 'lugar', 'tipo', 'quartos', 'de', 'ate', 'enviado']),
  page('POST', '/alerta', ['para', 'lugar', 'tipo', 'quartos'], ['email', 'consent', 'website']),
  page('GET', '/alerta/confirmar/{id}/{token}', []),
  page('POST', '/alerta/sair/{id}/{token}', []),
  page('GET', '/anuncie', ['enviado']),
  page('GET', '/blog', ['pagina']),
  page('GET', '/blog/{id}/{slug}', []),
  page('GET', '/cliente/entrar', ['voltar']),
  page('POST', '/cliente/entrar', ['voltar'], ['email', 'password']),
  page('POST', '/cliente/acesso', [], ['email']),
  page('GET', '/cliente/faturas/{id}', []),
  page(
    'POST',
    '/anuncie',
    [],
    [
      ...[...MESSAGE, 'street', 'number', 'city', 'state', 'cep', 'price', 'type', 'location', 'passo', 'envio'],
      ...['bedrooms', 'bathrooms', 'garage', 'building_area', 'land_area', 'condominium', 'iptu', 'description'],
    ],
  ),
  page('GET', '/o/{id}/{word}', ['novo', 'fotos', 'recusa']),
  page('POST', '/o/{id}/{word}/fotos', [], ['fotos']),
  page('POST', '/o/{id}/{word}/desistir', [], ['confirma']),
  page('GET', '/sitemap.xml', ['pagina']),
  page('GET', '/{anything}', ['token']),
];

const KIND_NAMES = [
  'value',
  'value',
  'value',
  'value',
  'address',
  'address',
  'address',
  'form',
  'fields',
  'type',
  'method',
  'bodiless',
  'broken',
  'chunks',
  'length',
  'header',
];

/** Whether the attack applies to the call: fields need a form, files an upload. */
function suits(kind: string, { operation: { requestBody }, page, method }: Call) {
  if (kind === 'fields') return page !== undefined && method === 'POST';
  if (kind === 'value') return requestBody?.content['application/json'] !== undefined;
  if (kind === 'form') return requestBody !== undefined;
  return true;
}

/** One hostile request to one of the calls, deterministic by the state of `random`. */
export function hostileRequest(calls: readonly Call[], bearer: string, random: Random): Hostile {
  const kind = random.pick(KIND_NAMES);
  const call = random.pick(calls.filter((each) => suits(kind, each)));
  const takesBody = call.operation.requestBody?.content['application/json'];
  const body = takesBody ? honest('', takesBody.schema, random) : '';
  const plain: Plan = {
    method: call.method,
    url: address(call, random, false),
    headers: {
      host: 'localhost',
      connection: 'close',
      // Varying addresses, since forms are rate limited.
      'x-forwarded-for': `203.0.113.${random.integer(1, 254)}`,
      ...(!random.chance(0.05) && { authorization: `Bearer ${bearer}` }),
      ...(body && isJson(body)),
    },
    body,
  };
  const plan = KINDS[kind]?.(plain, call, random) ?? plain;
  const head = Object.entries(plan.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = Buffer.concat([
    Buffer.from(`${plan.method} ${plan.url} HTTP/1.1\r\n${head.join('')}\r\n`, 'latin1'),
    plan.raw === undefined ? Buffer.from(plan.body) : Buffer.from(plan.raw, 'latin1'),
  ]);
  return { kind, bytes, cut: plan.cut ?? false };
}

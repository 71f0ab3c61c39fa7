import { consequenceOf } from '@morada/contract/base/consequences';
import { type Endpoint, honoursKey } from '@morada/contract/base/endpoint';
import type { Limit } from '@morada/contract/base/limits';
import * as z from 'zod/mini';

type Schema = Record<string, unknown>;

const schemaOf = (schema: z.ZodMiniType): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'openapi-3.1' as 'draft-2020-12',
  });
  return rest;
};

const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'message', 'errors'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    message: { type: 'string', description: 'Em português, pronta para mostrar' },
    code: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
    request_id: { type: 'string', description: 'Em falhas do servidor: o código que o suporte pede' },
  },
};

const FILE = { type: 'string', format: 'binary' };

/** Multipart schema: one file, plus the fields of the call if any. */
function formOf({ part = 'file', optional }: NonNullable<Endpoint['upload']>, body: z.ZodMiniType | undefined) {
  const fields: Schema = body ? schemaOf(body) : { type: 'object' };
  const required = (fields.required as string[] | undefined) ?? [];
  return {
    ...fields,
    properties: { ...(fields.properties as Schema | undefined), [part]: FILE },
    required: optional ? required : [...required, part],
  };
}

function requestBody({ body, upload }: Endpoint) {
  if (upload) return { content: { 'multipart/form-data': { schema: formOf(upload, body) } } };
  return body && { content: { 'application/json': { schema: schemaOf(body) } } };
}

const limitWords = ({ calls, seconds }: Limit) => `Mais de ${calls} pedidos da mesma rede em ${seconds} s`;

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function operation(endpoint: Endpoint) {
  const isPublic = endpoint.access === 'public';
  const success = endpoint.file
    ? {
        200: {
          description: 'O arquivo',
          content: { [endpoint.file]: { schema: { type: 'string', format: 'binary' } } },
        },
      }
    : endpoint.response
      ? {
          [endpoint.status ?? 200]: {
            description: 'Feito',
            ...(endpoint.versioned && {
              headers: { ETag: { schema: { type: 'string' }, description: 'Versão do registro' } },
            }),
            content: { 'application/json': { schema: schemaOf(endpoint.response) } },
          },
        }
      : { 204: { description: 'Feito, sem conteúdo' } };
  const changes = endpoint.method !== 'GET';
  const { moves, confirm } = consequenceOf(endpoint) ?? {};
  const sent = requestBody(endpoint);
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    'x-permission': endpoint.access,
    ...(moves && { 'x-moves': moves }),
    ...(confirm && { 'x-confirmation': confirm }),
    security: isPublic ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.versioned && changes
        ? [{ name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } }]
        : []),
      ...(honoursKey(endpoint)
        ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } }]
        : []),
    ],
    ...(sent && { requestBody: sent }),
    responses: {
      ...success,
      ...(!isPublic && {
        401: problem(confirm ? 'Sem sessão, ou senha a confirmar (`reauth-required`)' : 'Sem sessão'),
        403: problem('Sem permissão'),
      }),
      ...(endpoint.params && { 404: problem('Não encontrado') }),
      ...(endpoint.upload && { 413: problem('Arquivo grande demais'), 415: problem('Formato não aceito') }),
      ...(endpoint.limit && { 429: problem(limitWords(endpoint.limit)) }),
      ...(changes && { 409: problem('Conflito com a situação atual') }),
      ...(endpoint.versioned && changes && { 412: problem('Outra pessoa salvou antes') }),
      422: problem('Dados inválidos'),
    },
  };
}

/** OpenAPI 3.1 of every served endpoint, from the schemas that validate it. */
export function openApi(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Morada',
      version: '1.0.0',
      description:
        'API do back-office Morada. Valores em reais, com até duas casas; datas civis AAAA-MM-DD; instantes em UTC.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Problem: PROBLEM },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

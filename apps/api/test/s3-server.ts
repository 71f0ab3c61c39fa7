import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const ERRORS = {
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchBucket: [404, 'The specified bucket does not exist'],
  AccessDenied: [403, 'Access Denied'],
  InvalidAccessKeyId: [403, 'The AWS Access Key Id you provided does not exist in our records.'],
  SlowDown: [503, 'Please reduce your request rate.'],
  XAmzContentSHA256Mismatch: [400, "The provided 'x-amz-content-sha256' header does not match what was computed."],
} as const;
type Code = keyof typeof ERRORS;

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const REQUEST_ID = '4442587FB7D0A2F9';

/** `page`: keys in one page of a listing; Amazon's limit is a thousand. */
type Options = { accessKeyId: string; bucket: string; region: string; page?: number };

/** Stub of Amazon S3, path style: Put-, Copy-, Get- and DeleteObject, ListObjectsV2, and errors as XML. */
export async function startS3({ accessKeyId, bucket, region, page = 1_000 }: Options) {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  /** Timestamps of objects that predate the server. */
  const since = new Map<string, Date>();
  /** Errors for the next requests, in turn. */
  const refusals: Code[] = [];
  let requests = 0;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    requests += 1;
    const [asked = '', query] = request.url?.split('?', 2) ?? [];
    const path = decodeURIComponent(asked);
    const body = Buffer.concat(await request.toArray());
    const [, askedBucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/.exec(path) ?? [];
    const refusal = refusals.shift() ?? refused(request, body) ?? (askedBucket === bucket ? undefined : 'NoSuchBucket');
    if (refusal) return refuse(response, refusal, path);
    const source = request.headers['x-amz-copy-source'];
    if (request.method === 'PUT' && typeof source === 'string') return copy(response, decodeURIComponent(source), key);
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, type: request.headers['content-type'] ?? 'binary/octet-stream' });
      return response.writeHead(200, { etag: etag(body), 'x-amz-request-id': REQUEST_ID }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204, { 'x-amz-request-id': REQUEST_ID }).end();
    }
    if (key === '') return list(response, new URLSearchParams(query));
    const object = objects.get(key);
    if (!object) return refuse(response, 'NoSuchKey', path);
    const headers = { etag: etag(object.bytes), 'content-type': object.type, 'content-length': object.bytes.length };
    return response.writeHead(200, headers).end(object.bytes);
  }

  /** Checks credential, scope, and that the body matches its signed hash. */
  function refused({ headers }: IncomingMessage, body: Buffer): Code | undefined {
    const [, id, scope] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^,]+), SignedHeaders=[\w;-]+, Signature=[0-9a-f]{64}$/.exec(
        headers.authorization ?? '',
      ) ?? [];
    if (scope !== `${region}/s3/aws4_request`) return 'AccessDenied';
    if (id !== accessKeyId) return 'InvalidAccessKeyId';
    const sum = createHash('sha256').update(body).digest('hex');
    return headers['x-amz-content-sha256'] === sum ? undefined : 'XAmzContentSHA256Mismatch';
  }

  function copy(response: ServerResponse, source: string, key: string) {
    const object = objects.get(source.replace(/^\//, '').slice(bucket.length + 1));
    if (!object) return refuse(response, 'NoSuchKey', source);
    objects.set(key, object);
    const result = `<CopyObjectResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><LastModified>2026-03-10T12:00:00.000Z</LastModified><ETag>${etag(object.bytes)}</ETag></CopyObjectResult>`;
    return response.writeHead(200, { 'content-type': 'application/xml' }).end(XML + result);
  }

  /** In order of keys; the continuation token is the last key returned. */
  function list(response: ServerResponse, query: URLSearchParams) {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? ''];
    const left = [...objects.keys()].sort().filter((key) => key.startsWith(prefix) && key > after);
    const given = left.slice(0, page);
    const contents = given.map((key) => {
      const { bytes } = objects.get(key) ?? { bytes: Buffer.of() };
      const modified = (since.get(key) ?? new Date()).toISOString();
      return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified><ETag>${etag(bytes)}</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
    });
    const more = left.length > given.length;
    const next = more ? `<NextContinuationToken>${given.at(-1)}</NextContinuationToken>` : '';
    const result = `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${prefix}</Prefix><KeyCount>${given.length}</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
    response.writeHead(200, { 'content-type': 'application/xml' }).end(XML + result);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    since,
    refusals,
    get requests() {
      return requests;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const etag = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

function refuse(response: ServerResponse, code: Code, resource: string) {
  const [status, message] = ERRORS[code];
  const body = `<Error><Code>${code}</Code><Message>${message}</Message><Resource>${resource}</Resource><RequestId>${REQUEST_ID}</RequestId></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml', 'x-amz-request-id': REQUEST_ID }).end(XML + body);
}

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const ERRORS = {
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchUpload: [404, 'The specified multipart upload does not exist.'],
  InvalidPart: [400, 'One or more of the specified parts could not be found.'],
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

/** Stub of Amazon S3, path style: Put-, Copy-, Get- and DeleteObject, multipart uploads, ListObjectsV2, and errors as XML. */
export async function startS3({ accessKeyId, bucket, region, page = 1_000 }: Options) {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  /** Multipart uploads that are neither completed nor aborted, with their parts. */
  const uploads = new Map<string, { key: string; type: string; parts: Map<number, Buffer> }>();
  let started = 0;
  /** Timestamps of objects that predate the server. */
  const since = new Map<string, Date>();
  /** Errors for the next requests, in turn. */
  const refusals: Code[] = [];
  let requests = 0;
  /** Whether a request is refused for a moment, by its number. */
  let refuseFrom = (_count: number) => false;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    requests += 1;
    const [asked = '', query] = request.url?.split('?', 2) ?? [];
    const path = decodeURIComponent(asked);
    const body = Buffer.concat(await request.toArray());
    const [, askedBucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/.exec(path) ?? [];
    const refusal =
      refusals.shift() ??
      (refuseFrom(requests) ? 'SlowDown' : undefined) ??
      refused(request, body) ??
      (askedBucket === bucket ? undefined : 'NoSuchBucket');
    if (refusal) return refuse(response, refusal, path);
    const source = request.headers['x-amz-copy-source'];
    if (request.method === 'PUT' && typeof source === 'string') return copy(response, decodeURIComponent(source), key);
    const asks = new URLSearchParams(query);
    const id = asks.get('uploadId');
    if (asks.has('uploads')) return begin(response, key, request.headers['content-type'] ?? 'binary/octet-stream');
    if (id !== null) return continueUpload(request, response, { id, part: Number(asks.get('partNumber')), body, path });
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, type: request.headers['content-type'] ?? 'binary/octet-stream' });
      return response.writeHead(200, { etag: etag(body), 'x-amz-request-id': REQUEST_ID }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204, { 'x-amz-request-id': REQUEST_ID }).end();
    }
    if (key === '') return list(response, asks);
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

  function begin(response: ServerResponse, key: string, type: string) {
    const id = `upload-${++started}`;
    uploads.set(id, { key, type, parts: new Map() });
    const result = `<InitiateMultipartUploadResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
    response.writeHead(200, { 'content-type': 'application/xml' }).end(XML + result);
  }

  /** The object exists from the completion on, with the parts that it names in its order. */
  function continueUpload(
    { method }: IncomingMessage,
    response: ServerResponse,
    { id, part, body, path }: { id: string; part: number; body: Buffer; path: string },
  ) {
    const upload = uploads.get(id);
    if (!upload) return refuse(response, 'NoSuchUpload', path);
    if (method === 'PUT') {
      upload.parts.set(part, body);
      return response.writeHead(200, { etag: etag(body), 'x-amz-request-id': REQUEST_ID }).end();
    }
    if (method === 'DELETE') {
      uploads.delete(id);
      return response.writeHead(204, { 'x-amz-request-id': REQUEST_ID }).end();
    }
    const named = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([text]) => {
      const bytes = upload.parts.get(Number(/<PartNumber>(\d+)/.exec(text)?.[1]));
      const said = /<ETag>(.*?)<\/ETag>/.exec(text)?.[1]?.replaceAll('&quot;', '"');
      return bytes && etag(bytes) === said ? bytes : undefined;
    });
    if (!named.every((bytes) => bytes !== undefined)) return refuse(response, 'InvalidPart', path);
    uploads.delete(id);
    const bytes = Buffer.concat(named);
    objects.set(upload.key, { bytes, type: upload.type });
    const result = `<CompleteMultipartUploadResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Bucket>${bucket}</Bucket><Key>${upload.key}</Key><ETag>${etag(bytes)}</ETag></CompleteMultipartUploadResult>`;
    response.writeHead(200, { 'content-type': 'application/xml' }).end(XML + result);
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
    uploads,
    since,
    refusals,
    get requests() {
      return requests;
    },
    set refuseFrom(choose: typeof refuseFrom) {
      refuseFrom = choose;
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

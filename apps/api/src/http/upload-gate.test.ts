import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request as open } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import { until } from '#test/until.ts';
import { asProblem, sendProblem } from './problem-details.ts';
import { sweepUploads, type Uploader, uploadGate } from './upload-gate.ts';

const MOST = 200_000_000;
const folder = await mkdtemp(join(tmpdir(), 'morada-gate-'));
const app = fastify();
let port = 0;

beforeAll(async () => {
  app.decorate('uploads', uploadGate(folder));
  await app.register(multipart, { throwFileSizeLimit: false });
  app.setErrorHandler((error, _, reply) => sendProblem(reply, asProblem(error)));
  app.post('/:kind/:caller', (request) => {
    const { kind, caller } = request.params as { kind: Uploader; caller: string };
    return app.uploads.within(request, { kind, caller, most: MOST }, async (admitted) => {
      const files = [];
      for await (const part of request.parts({ limits: { fileSize: MOST } }))
        if (part.type === 'file') files.push(await admitted.receive(part));
      return admitted.read(files, async (read) => ({
        files: read.map(({ name, bytes }) => ({ name, bytes: bytes.length })),
      }));
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
const TAIL = '\r\n--x--\r\n';

/** A body whose head is sent, and which goes on as the test says. */
function begin(path: string, declared: number): { request: ClientRequest; answer: Promise<IncomingMessage> } {
  const request = open({
    ...{ port, host: '127.0.0.1', method: 'POST', path, agent: false },
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': declared },
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => request.on('response', resolve).on('error', reject));
  answer.catch(() => undefined);
  request.write(HEAD);
  return { request, answer };
}

async function send(path: string, bytes: string) {
  const { request, answer } = begin(path, HEAD.length + bytes.length + TAIL.length);
  request.end(bytes + TAIL);
  const response = await answer;
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(await text(response)) };
}

const folders = () => readdir(folder);
const arrived = (count: number) => until(folders, (found) => found.length === count);

describe('a body with files', () => {
  test('is read through the disk, which keeps nothing of it', async () => {
    expect(await send('/staff/1', 'abc')).toMatchObject({
      status: 200,
      body: { files: [{ name: 'a.bin', bytes: 3 }] },
    });
    await arrived(0);
  });

  test('is refused by its declared length, before its first byte', async () => {
    const { request, answer } = begin('/staff/1', MOST + 1);
    expect((await answer).statusCode).toBe(413);
    request.destroy();
    expect(await folders()).toEqual([]);
  });

  test('of visitors fills the share of visitors alone, and what is abandoned gives its share back', LONG, async () => {
    // 320 MB for visitors: two of 150 MB leave no room for a third.
    const held = ['a', 'b'].map((caller) => begin(`/visitor/${caller}`, 150_000_000));
    for (const { request } of held) request.write('x'.repeat(100_000));
    await arrived(2);
    const refused = await send('/visitor/c', 'x'.repeat(25_000_000));
    expect(refused).toMatchObject({ status: 429, body: { code: 'READERS_BUSY' } });
    expect(refused.headers['retry-after']).toBe('30');
    expect((await send('/client/c', 'abc')).status).toBe(200);
    expect((await send('/staff/c', 'abc')).status).toBe(200);
    for (const { request } of held) request.destroy();
    await arrived(0);
    expect((await send('/visitor/c', 'abc')).status).toBe(200);
  });

  test('of one caller is bounded in number, and other callers are not', async () => {
    const held = [1, 2].map(() => begin('/client/7', 1_000_000));
    for (const { request } of held) request.write('x'.repeat(100_000));
    await arrived(2);
    expect(await send('/client/7', 'abc')).toMatchObject({ status: 429 });
    expect((await send('/client/8', 'abc')).status).toBe(200);
    for (const { request } of held) request.destroy();
    await arrived(0);
    expect((await send('/client/7', 'abc')).status).toBe(200);
  });

  test('of a visitor is bounded by network too, whatever it calls itself', async () => {
    const held = [1, 2, 3].map((caller) => begin(`/visitor/${caller}`, 1_000_000));
    for (const { request } of held) request.write('x'.repeat(100_000));
    await arrived(3);
    expect(await send('/visitor/4', 'abc')).toMatchObject({ status: 429 });
    expect((await send('/client/4', 'abc')).status).toBe(200);
    for (const { request } of held) request.destroy();
    await arrived(0);
    expect((await send('/visitor/4', 'abc')).status).toBe(200);
  });

  test('that a killed server left goes at the next start, and one that is being received stays', async () => {
    const left = await mkdtemp(join(tmpdir(), 'morada-left-'));
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    for (const owner of [gone, process.pid, process.ppid]) {
      await mkdir(join(left, `morada-upload-${owner}-abc`));
      await writeFile(join(left, `morada-upload-${owner}-abc`, '1'), 'x');
    }
    await mkdir(join(left, 'other'));
    await sweepUploads(left);
    expect((await readdir(left)).toSorted()).toEqual([`morada-upload-${process.ppid}-abc`, 'other']);
    await sweepUploads(join(left, 'absent'));
    await rm(left, { recursive: true });
  });
});

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { LONG } from '#test/long.ts';
import { type Handler, json, startStubServer } from '#test/outside.ts';
import { outsideService, PATIENCE, Unavailable } from './service.ts';

const Answer = z.object({ name: z.string() });
const PATIENT = { within: 3_000, rest: 60_000 };
const HASTY = { within: 150, rest: 60_000 };

let stop = async () => {};
afterEach(() => stop());

/** A stub service with the given behaviour, and a client for it. */
async function stubThat(answers: Handler, patience = PATIENT) {
  const stub = await startStubServer(answers);
  stop = stub.close;
  const ask = outsideService(stub.url, patience);
  return { ...stub, stub, ask: () => ask({ path: 'ana', answer: Answer, missing: [404] }) };
}

const well: Handler = (_, response) => json(response, { name: 'Ana', more: 1 });
const failing: Handler = (_, response) => json(response, { message: 'Internal Server Error' }, 500);
const silent: Handler = () => {};

describe('a request', () => {
  test('is answered', async () => {
    const { ask, asked } = await stubThat(well);
    expect(await ask()).toEqual({ name: 'Ana' });
    expect(asked).toEqual(['/ana']);
  });

  test('keeps the base path, and encodes values', async () => {
    const { url, asked } = await stubThat(well);
    const ask = outsideService(`${url}/api/`, PATIENT);
    await ask({ path: 'ana', query: { text: 'Rua A & B?#' }, answer: Answer });
    expect(asked).toEqual(['/api/ana?text=Rua+A+%26+B%3F%23']);
  });

  test('names its client and the accepted type', async () => {
    let headers = {};
    const { ask } = await stubThat((request, response) => {
      headers = request.headers;
      well(request, response);
    });
    await ask();
    expect(headers).toMatchObject({ accept: 'application/json', 'user-agent': 'Morada' });
  });

  test('for something missing returns undefined', async () => {
    const { ask, asked } = await stubThat((_, response) => response.writeHead(404).end('<h1>Not Found</h1>'));
    expect(await ask()).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  test('is retried once after a transient failure', async () => {
    const { ask, asked, stub } = await stubThat((request, response) => {
      stub.answers = well;
      failing(request, response);
    });
    expect(await ask()).toEqual({ name: 'Ana' });
    expect(asked).toHaveLength(2);
  });
});

const endless = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (!response.closed && response.write(`"${'x'.repeat(65_536)}",`));
  };
  response.on('drain', more);
  response.write('[');
  more();
};

const half = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"name":');
  response.socket?.destroySoon();
};

describe('Unavailable is thrown for a service', () => {
  test.each<[string, Handler, number]>([
    ['that fails', failing, 2],
    ['that is being mended', (_, response) => response.writeHead(503).end('<h1>Maintenance</h1>'), 2],
    ['that closes the line', (request) => request.socket.destroy(), 2],
    ['that closes the line halfway', (_, response) => half(response), 1],
    ['that has enough of us', (_, response) => json(response, {}, 429), 1],
    ['that refuses the key', (_, response) => json(response, { error: 'denied' }, 403), 1],
    ['that answers a page', (_, response) => response.end('<!doctype html><title>Bem-vindo</title>'), 1],
    ['that answers nothing', (_, response) => response.end(), 1],
    ['that answers other types', (_, response) => json(response, { name: 12 }), 1],
    ['that answers a list', (_, response) => json(response, ['Ana']), 1],
    ['that answers null', (_, response) => json(response, null), 1],
    ['that never ends', (_, response) => endless(response), 1],
  ])('%s', async (_, answers, times) => {
    const { ask, asked } = await stubThat(answers);
    await expect(ask()).rejects.toThrow(Unavailable);
    expect(asked).toHaveLength(times);
  });

  test.each<[string, Handler]>([
    ['that accepts and says nothing', silent],
    ['that stops in the middle', (_, response) => response.writeHead(200).write('{"name":')],
  ])('%s', async (_, answers) => {
    const { ask, asked } = await stubThat(answers, HASTY);
    await expect(ask()).rejects.toThrow(Unavailable);
    expect(asked).toHaveLength(1);
  });

  test('that redirects, without following', async () => {
    const elsewhere = await startStubServer(well);
    const { ask } = await stubThat((_, response) => response.writeHead(302, { location: elsewhere.url }).end());
    await expect(ask()).rejects.toThrow(Unavailable);
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.close();
  });

  test('that is down', async () => {
    const { ask, close } = await stubThat(well);
    await close();
    stop = async () => {};
    await expect(ask()).rejects.toThrow(Unavailable);
  });

  test('whose host is unknown', async () => {
    const ask = outsideService('http://morada.invalid', PATIENT);
    await expect(ask({ path: 'ana', answer: Answer })).rejects.toThrow(Unavailable);
  });
});

describe('the timeout', () => {
  test('aborts, and closes the connection', async () => {
    let left: Promise<unknown> = Promise.resolve();
    const { ask, asked } = await stubThat((_, response) => {
      left = once(response, 'close');
    }, HASTY);
    await expect(ask()).rejects.toThrow(Unavailable);
    await left;
    expect(asked).toHaveLength(1);
  });

  test('covers the body of the answer too', async () => {
    let left: Promise<unknown> = Promise.resolve();
    const { ask } = await stubThat((_, response) => {
      left = once(response, 'close');
      response.writeHead(200).write('{"name":');
      const drop = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drop));
    }, HASTY);
    await expect(ask()).rejects.toThrow(Unavailable);
    await left;
  });

  test('is three seconds for both attempts together', LONG, async () => {
    expect(PATIENCE.within).toBe(3_000);
    const { ask, asked } = await stubThat(
      (request, response) => {
        if (asked.length === 1) failing(request, response);
      },
      { within: 1_000, rest: 60_000 },
    );
    await expect(ask()).rejects.toThrow(Unavailable);
    expect(asked).toHaveLength(2);
  });
});

describe('a service that failed five times in a row', () => {
  const give = async (ask: () => Promise<unknown>, times: number) => {
    for (let time = 0; time < times; time += 1) await expect(ask()).rejects.toThrow(Unavailable);
  };
  const refusing: Handler = (_, response) => json(response, {}, 403);

  test('is no longer called', async () => {
    const { ask, asked } = await stubThat(refusing);
    await give(ask, 8);
    expect(asked).toHaveLength(5);
  });

  test('is called again after the pause, and recovers', async () => {
    const { ask, stub } = await stubThat(refusing, { within: 3_000, rest: 100 });
    await give(ask, 6);
    stub.answers = well;
    await vi.waitFor(async () => expect(await ask()).toEqual({ name: 'Ana' }));
    expect(await ask()).toEqual({ name: 'Ana' });
  });

  test('is blocked again when it still fails', async () => {
    const { ask, asked } = await stubThat(refusing, { within: 3_000, rest: 150 });
    await give(ask, 6);
    await vi.waitFor(async () => {
      await give(ask, 1);
      expect(asked).toHaveLength(6);
    });
    await give(ask, 3);
    expect(asked).toHaveLength(6);
  });

  test('doesn’t count 404 as a failure', async () => {
    const { ask, asked } = await stubThat((_, response) => response.writeHead(404).end());
    for (let time = 0; time < 8; time += 1) expect(await ask()).toBeUndefined();
    expect(asked).toHaveLength(8);
  });

  test('counts timeouts', LONG, async () => {
    const { ask, asked } = await stubThat(silent, HASTY);
    await give(ask, 7);
    expect(asked).toHaveLength(5);
  });
});

import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, test } from 'vitest';
import { readingQueue } from '#api/files/reading-queue.ts';
import { withSheet } from '#api/sheets/read.ts';
import { LONG } from '#test/long.ts';
import { type Credit, itau400, ofx } from '../bank/bank-papers.ts';
import { refusal } from '../calls/answers.ts';
import { csv } from '../desks/import-desk.ts';
import { cpf } from '../factories.ts';
import { startApp } from '../harness.ts';
import { form } from '../pictures.ts';

const { as, db, stop } = await startApp({ today: '2026-11-20' });
afterAll(stop);

const staff = as('BOLETO_DOWN', 'USER_CREATE', 'CLIENT_VIEW');
const send = (content: string, name: string) =>
  staff.put('/boleto/down?preview=1', form(Buffer.from(content), name, { type: 'application/octet-stream' }));

/** Worker threads that this file's cases have started. */
let started = 0;
const count = () => {
  started += 1;
};
process.on('worker', count);
afterAll(() => process.off('worker', count));

describe('a bank file', () => {
  /** The next worker thread that this process starts. */
  async function nextThread(): Promise<Worker> {
    const { promise, resolve } = Promise.withResolvers<Worker>();
    process.once('worker', resolve);
    const thread = await promise;
    await once(thread, 'online');
    return thread;
  }

  // 9.6 MB of debits, so that parsing takes long and the preview is short.
  const credit: Credit = { fitid: 'F1', day: '2026-11-05', amount: 150_000, memo: 'PIX RECEBIDO ANA' };
  const debit: Credit = { ...credit, amount: -100, memo: 'TARIFA '.padEnd(160, 'X') };
  const large = () => {
    const one = ofx([debit]).length - ofx([]).length;
    return ofx([credit, ...Array.from({ length: Math.floor(9_600_000 / one) }, () => debit)]);
  };

  test('of 9.6 MB is parsed in a thread, and another call is answered meanwhile', LONG, async () => {
    const thread = nextThread();
    const reading = send(large(), 'extrato.ofx');
    const state = { read: false };
    (await thread).once('message', () => {
      state.read = true;
    });
    expect((await staff.get('/boleto/down')).statusCode).toBe(200);
    expect(state.read).toBe(false);
    const answer = await reading;
    expect(answer.statusCode, answer.body).toBe(200);
    expect(state.read).toBe(true);
    expect(answer.json().unmatched).toMatchObject([{ label: 'PIX RECEBIDO ANA', paid_amount: 1_500 }]);
  });

  test('of any kind is parsed in a thread, which reads the next one too', async () => {
    expect((await send(itau400([]), 'arquivo')).statusCode).toBeLessThan(500);
    const before = started;
    expect(before).toBeGreaterThan(0);
    expect((await send(ofx([credit]), 'arquivo')).statusCode).toBe(200);
    expect(started).toBe(before);
  });
});

describe('the queue of files', () => {
  test('runs the given number at once, in order of arrival, and refuses beyond its limit', async () => {
    const line = readingQueue({ atOnce: 2, waiting: 2 });
    const begun: number[] = [];
    const doors = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
    const read = (number: number) =>
      line(async () => {
        begun.push(number);
        await doors[number]?.promise;
        return number;
      });
    const [first, second, third, fourth] = [read(0), read(1), read(2), read(3)];
    expect(begun).toEqual([0, 1]);
    await expect(read(4)).rejects.toMatchObject({
      status: 429,
      message: 'Há muitos arquivos sendo lidos agora. Tente de novo em um minuto.',
    });
    // A failed task frees its slot too.
    doors[1]?.reject(new Error('broken'));
    await expect(second).rejects.toThrow('broken');
    await expect.poll(() => begun).toEqual([0, 1, 2]);
    const last = read(5);
    for (const door of doors) door.resolve();
    expect(await Promise.all([first, third, fourth, last])).toEqual([0, 2, 3, 5]);
    expect(begun).toEqual([0, 1, 2, 3, 5]);
  });

  test('holds eight sheets, refuses the ninth, and leaves other calls responsive', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: reading, resolve: begin } = Promise.withResolvers<void>();
    const people = csv(['Nome', 'Tipo', 'CPF'], ['Ana', 'Fiador', cpf(1)]);
    const first = withSheet(Buffer.from(people), { limits: { lines: 10, columns: 10 } }, () => {
      begin();
      return held;
    });
    await reading;
    const stage = () => staff.post('/import/people/file/0', form(Buffer.from(people), 'p.csv', { type: 'text/csv' }));
    const nine = Array.from({ length: 9 }, stage);
    const refused = await Promise.race(nine);
    expect(refusal(refused)).toEqual([429, 'READERS_BUSY']);
    expect(refused.headers['retry-after']).toBe('30');
    expect((await staff.get('/import')).json()).toEqual([]);
    expect(await db.selectFrom('import_run').select('id').execute()).toEqual([]);
    release();
    await first;
    const answers = (await Promise.all(nine)).map(({ statusCode }) => statusCode).sort();
    expect(answers).toEqual([201, 201, 201, 201, 201, 201, 201, 201, 429]);
  });
});

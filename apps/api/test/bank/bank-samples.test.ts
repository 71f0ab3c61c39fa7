import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readBankFile } from '@morada/domain/bank/bank-file';
import { bankText } from '@morada/domain/bank/bank-text';
import type { Agreement } from '@morada/domain/bank/boleto-banks';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { agreementOf, bankDesk, titled } from '../desks/bank-desk.ts';
import { startApp } from '../harness.ts';
import { LONG } from '../long.ts';

const app = await startApp({ today: '2026-11-22' });
const desk = await bankDesk(app);
afterEach(app.empty);
afterAll(async () => {
  await desk.jobs.stop();
  await app.stop();
});

/** Issues every boleto in the file, with the file's due date or else that of the payment. */
async function issue(content: Uint8Array, agreement: Agreement) {
  const reading = readBankFile(bankText(content), { isReport: false, today: '2026-11-22' });
  if (reading.problem !== undefined) throw new Error(reading.problem);
  const made = await agreementOf(app, agreement);
  const titles = new Map(reading.entries.map((entry) => [entry.numbers[0] ?? '', entry]));
  for (const [nosso_numero, { amount, due_date, paid_on }] of titles)
    await titled(app, made, { nosso_numero, amount: amount ?? 1, due_date: due_date ?? paid_on ?? '2016-01-01' });
}

type Outcome = { matched: number; divergent: number; unmatched: number; news: number; received: number; fees: number };

/** Previews and settles every payable line; the books balance, and each invoice has the bank's figures. */
async function outcomeOf(content: Uint8Array, agreement: Agreement): Promise<Outcome> {
  await issue(content, agreement);
  const file = await desk.preview(content);
  const accept = file.divergent.filter(({ payable }) => payable).map(({ line }) => line);
  const done = await desk.settle(file.id, accept);
  expect(done).toMatchObject({ status: 'DONE', failures: [], settled: file.matched.length + accept.length });
  const paid = await app.db
    .selectFrom('invoice')
    .select((q) => [q.fn.sum<number | null>('paid_amount').as('amount'), q.fn.countAll<number>().as('count')])
    .where('status', '=', 'PAID')
    .executeTakeFirstOrThrow();
  expect([paid.count, paid.amount ?? 0]).toEqual([done.settled, Math.round(done.amount * 100)]);
  expect(await verifyBooks(app.db)).toEqual([]);
  expect((await desk.preview(content)).matched).toEqual([]);
  return {
    ...{ matched: file.matched.length, divergent: file.divergent.length, unmatched: file.unmatched.length },
    ...{ news: file.news.length, received: paid.amount ?? 0, fees: Math.round(file.sums.fees * 100) },
  };
}

const AT = {
  sicoob: { bank: '756', agency: '3039', agreement: '498916', wallet: '1', variation: '01' },
  brasil: { bank: '001', agreement: '3294860', wallet: '17', agency: '0328', account: '7536', account_digit: '7' },
} as const;

/** A few lines of the public samples, with their ends truncated as found. */
const OWN = {
  sicoob: [
    '75600000         282991308000100                    03039000000004898160RAZAO SOCIAL SICOOB                                  21108201509361900000108500000',
    '75600011T01  043 2082991308000100          303900000403039000000004898160RAZAO SOCIAL',
    '7560001300001T 0603039000000004898160000000008301011     10000000000000011308201500000000000020075603039000000000000000000000000000920039977830001182A MATERIAIS ELETRICOS                  00000000000000000000001700000000003',
    '7560001300002U 060000000000000000000000000000000000000000000000000000000000000000000000002000000000000002000000000000000000000000000000001008201510082015    00000000000000000000000                              75600000000000000000000',
    '75600015         000008',
    '75699999         000001000010000000',
  ],
  brasil: [
    '00100000         2026599530001760032948600014       0032860000000075367 SAPATARIA E CONFECSOES JIBA   BANCO DO BRASIL                         22103201102475000025703000000909214318PROCESSAMEN',
    '00100011T0100020 20026599530001760032948600014       0032860000000075367 SAPATARIA E CONFECSOES JIBA',
    '0010001300001T 060032860000000075367 32948600000000196   1               23032011000000000004000237009880                         0900000000000000000000000000000000000000000000000000000   000000000000000000000050000        180273294860',
    '0010001300002U 060000000000000000000000000000000000000000000000000000000000000000000000040000000000000035000000000000000000000000000000002103201123032011            000000000000000                              000',
    '00100015         000012',
    '00199999         000001000014000000',
  ],
};

test.each([
  ['sicoob', AT.sicoob, 200, 170],
  ['brasil', AT.brasil, 4_000, 500],
] as const)('reads one line of a bank’s own file: %s', async (name, agreement, received, fees) => {
  const lines = OWN[name].map((line) => line.padEnd(240)).join('\r\n');
  const expected = { matched: 1, divergent: 0, unmatched: 0, news: 0, received, fees };
  expect(await outcomeOf(Buffer.from(lines), agreement)).toEqual(expected);
});

/** Files of public test suites, kept outside the repository. */
const SAMPLES = fileURLToPath(new URL('../../../../../shared/data/cnab/', import.meta.url));

describe.skipIf(!existsSync(SAMPLES))('the public samples', LONG, () => {
  const bradesco = { bank: '237', agency: '1467', account: '19669', wallet: '09' } as const;
  const itau = { bank: '341', agency: '0730', account: '03511', account_digit: '0', wallet: '109' } as const;
  const ofTests = { bank: '341', agency: '0111', account: '12345', account_digit: '0', wallet: '109' } as const;
  const santander = (agency: string) => ({ bank: '033', agency, agreement: '1', wallet: '101' }) as const;

  // Read off the columns by eye: paid lines, their sums in centavos and the bank's fee on them.
  // Itaú: 51 × 2,10 is 107,10; four are late, with charges that our rule does not know. Of four in laravel-cnab400-itau one is no payment, and none is of the amount that was owed.
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Agreement, Outcome]>([
    ['CNAB240SANTANDER.RET',             santander('3163'), { matched: 1,  divergent: 0, unmatched: 0, news: 1, received: 1_000,   fees: 0 }],
    ['CNAB240SICOOB.RET',                AT.sicoob,         { matched: 3,  divergent: 0, unmatched: 0, news: 0, received: 600,     fees: 510 }],
    ['CNAB240SICREDI.CRT',               { bank: '748', agency: '0390', agreement: '04146', unit: '01', generator: '2' },
                                                            { matched: 0,  divergent: 0, unmatched: 0, news: 1, received: 0,       fees: 0 }],
    ['CNAB400ITAU.RET',                  itau,              { matched: 47, divergent: 4, unmatched: 0, news: 1, received: 265_332, fees: 10_710 }],
    ['CNAB400BRADESCO.RET',              bradesco,          { matched: 0,  divergent: 0, unmatched: 0, news: 6, received: 0,       fees: 0 }],
    ['laravel-cnab240-banco_brasil.ret', AT.brasil,         { matched: 5,  divergent: 0, unmatched: 0, news: 0, received: 12_880,  fees: 2_500 }],
    ['laravel-cnab240-btg.ret',          itau,              { matched: 0,  divergent: 0, unmatched: 1, news: 0, received: 0,       fees: 0 }],
    ['laravel-cnab240-santander.ret',    santander('4567'), { matched: 0,  divergent: 1, unmatched: 0, news: 0, received: 1_100,   fees: 324 }],
    ['laravel-cnab400-bb.ret',           { ...AT.brasil, agency: '1111', account: '99999999' },
                                                            { matched: 0,  divergent: 0, unmatched: 0, news: 1, received: 0,       fees: 0 }],
    ['laravel-cnab400-itau.ret',         ofTests,           { matched: 0,  divergent: 3, unmatched: 0, news: 0, received: 95_272,  fees: 999 }],
    ['laravel-cnab400-santander.ret',    santander('1111'), { matched: 0,  divergent: 0, unmatched: 0, news: 1, received: 0,       fees: 0 }],
    ['laravel-cnab400-santander_pix.ret', santander('1111'), { matched: 0, divergent: 0, unmatched: 0, news: 1, received: 0,       fees: 0 }],
    ['laravel-cnab400-sicredi.ret',      { bank: '748', agency: '0165', agreement: '99999', unit: '01', generator: '2' },
                                                            { matched: 0,  divergent: 0, unmatched: 0, news: 1, received: 0,       fees: 0 }],
  ])('%s', { timeout: 60_000 }, async (name, agreement, expected) => {
    expect(await outcomeOf(readFileSync(SAMPLES + name), agreement)).toEqual(expected);
  });

  test('matches none in another account', async () => {
    const outcome = await outcomeOf(readFileSync(`${SAMPLES}CNAB240SICOOB.RET`), { ...AT.sicoob, agency: '3040' });
    expect(outcome).toMatchObject({ matched: 0, received: 0 });
  });

  test.each([
    'remessa-banco_brasil-cnab240.rem',
    'remessa-bradesco-cnab400.rem',
    'remessa-caixa-cnab240.rem',
    'remessa-itau-cnab400.rem',
    'remessa-santander-cnab400-pix.rem',
  ])('refuses %s', async (name) => {
    const answer = await desk.send(readFileSync(SAMPLES + name), name);
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      422,
      'Linha 1: Este é um arquivo de remessa, que vai ao banco; envie o de retorno, que vem dele',
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import type { BankEntry } from '../bank-entry.ts';
import type { KnownBoleto, KnownInvoice, KnownSettlement, KnownWaiting } from './find.ts';
import { channelsOf, namesOf, ofOtherMovement } from './identity.ts';
import { matchFile } from './matching.ts';
import { furtherNames, openLines } from './open-lines.ts';

const DAY = '2026-11-05';
const PIX = 'E60746948202611051200aBcDeFgHiJk';
const BOLETO = `boleto 11 ${DAY} 281130`;
const CREDIT = `credit 341 1 77 ${DAY} 281130 00000000`;

const entry = (overrides: Partial<BankEntry> = {}): BankEntry => ({
  ...{ line: 2, label: '00258281', occurrence: null, kind: 'SETTLED', numbers: ['00258281'], digitable_line: null },
  ...{ account: { bank: '341', agency: '0057', account: '12345' }, pix_invoice: null, mark: null, amount: null },
  ...{ paid_amount: 281_130, due_date: null, paid_on: DAY, credited_on: null, fine_and_interest: 0, discount: 0 },
  ...{ fee: 0, problem: null, row: null, assigned: 1 },
  ...overrides,
});

/** A credit of a statement with this text. */
const credit = (label: string, more: Partial<BankEntry> = {}) => entry({ mark: '341 1 9', label, ...more });
/** A Pix as the bank's API tells of it. */
const pix = (more: Partial<BankEntry> = {}) => entry({ mark: PIX, label: 'Pix FATURA0000000001', ...more });
const movement = (sequence: number) => `341 0057 12345 ${sequence}`;

const invoice = (status: KnownInvoice['status']): KnownInvoice => ({
  ...{ id: 1, amount: 281_130, old_charges: 0, due_date: DAY, status, deleted: false },
  ...{ pay_day: status === 'PAID' ? DAY : null, issued_on: '2026-10-26', contract_start: '2026-09-01' },
});
const boleto: KnownBoleto = {
  agreement: { bank: '341', agency: '0057', account: '12345', account_digit: '7', wallet: '109' },
  ...{ id: 11, invoice_id: 1, nosso_numero: '00258281', shown: '109/00258281-7', digitable_line: null },
  ...{ issued_on: '2026-10-26', due_date: DAY, amount: 281_130, bank_charges: null, status: 'PAID' },
};

type Method = KnownSettlement['method'];
const settledAs = (fingerprint: string, method: Method, names: string[] = []): KnownSettlement => ({
  ...{ file_id: 7, line: 2, fingerprint, invoice_id: 1, boleto_id: null, paid_on: DAY, credited_on: null },
  ...{ paid_amount: 281_130, settled_on: DAY, method, names },
});
const waitsAs = (fingerprint: string, told: BankEntry, given_back = false, names: string[] = []): KnownWaiting => ({
  ...{ fingerprint, invoice_id: 1, paid_on: DAY, credited_on: null, paid_amount: 281_130, names, given_back },
  entry: told,
});

const matched = (lines: readonly BankEntry[], known: { settled?: KnownSettlement; waits?: KnownWaiting }) =>
  matchFile(
    lines,
    {
      boletos: [boleto],
      invoices: [invoice(known.settled ? 'PAID' : 'PENDING')],
      settlements: known.settled ? [known.settled] : [],
      waiting: known.waits ? [known.waits] : [],
    },
    { today: '2026-11-22', fromBusinessDay: false, file: 9 },
  ).lines;

describe('channels that a line names', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, BankEntry, string[]]>([
    ['a return file',                         entry(),                                              ['BOLETO']],
    ['a Pix of the API',                      pix(),                                                ['PIX']],
    ['a Pix by the QR code of a boleto',      pix({ qr_boleto: 11 }),                               ['PIX', 'BOLETO']],
    ['the word',                              credit('PIX TRANSF JOAO05/11'),                       ['PIX']],
    ['the end-to-end id',                     credit(`REC ${PIX}`),                                 ['PIX']],
    ['our txid and no word',                  credit('FATURA0000000001', { pix_invoice: 1 }),       ['PIX']],
    ['our txid, typed into a TED',            credit('TED FATURA0000000001', { pix_invoice: 1 }),   []],
    ['our txid, typed into a DOC',            credit('DOC RECEBIDO 1', { pix_invoice: 1 }),         []],
    ['our txid beside a deposit',             credit('DEPÓSITO DINHEIRO', { pix_invoice: 1 }),      []],
    ['a settled title',                       credit('LIQ COBRANÇA'),                               ['BOLETO']],
    ['a settled title by its QR code',        credit('LIQUIDACAO COBRANCA PIX'),                    ['PIX', 'BOLETO']],
    ['a TED',                                 credit('TED RECEBIDA'),                               []],
    ['no way at all',                         credit('CREDITO EM CONTA'),                           []],
  ])('%s', (_, line, expected) => {
    expect(channelsOf(line)).toEqual(expected);
  });
});

describe('a payment of the amount of a known one, told by another channel', () => {
  const PAID =
    'Já se conhece um pagamento deste valor, que é de 05/11/2026 e pagou esta fatura: se for o mesmo, ignore; se o inquilino pagou de novo, devolva o valor';
  const QUEUED =
    'Já se conhece um pagamento deste valor, que é de 05/11/2026 e está em A resolver: confira se não é o mesmo';
  const RETURNED =
    'Já se conhece um pagamento deste valor, que é de 05/11/2026 e o banco devolveu: confira se não é o mesmo';
  const apiPix = settledAs(`pix ${PIX}`, 'PIX');
  const byQr = settledAs(`pix ${PIX}`, 'BOLETO', [BOLETO]);
  const byBoleto = settledAs(BOLETO, 'BOLETO');

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, BankEntry, { settled?: KnownSettlement; waits?: KnownWaiting }, string | 'same' | null]>([
    ['a Pix in the statement beside that Pix',          credit('PIX RECEBIDO'),      { settled: apiPix },   'same'],
    ['its end-to-end id there',                         credit(`REC ${PIX}`),        { settled: apiPix },   'same'],
    ['our txid there',                                  credit('FATURA0000000001', { pix_invoice: 1 }), { settled: apiPix }, 'same'],
    ['a TED beside a Pix',                              credit('TED RECEBIDA'),      { settled: apiPix },   PAID],
    ['a TED with our txid beside a Pix',                credit('TED FATURA0000000001', { pix_invoice: 1 }), { settled: apiPix }, PAID],
    ['a settled title beside a Pix',                    credit('LIQ COBRANCA'),      { settled: apiPix },   PAID],
    ['a credit without a word beside a Pix',            credit('CREDITO EM CONTA'),  { settled: apiPix },   PAID],
    ['a Pix beside a boleto',                           credit('PIX RECEBIDO'),      { settled: byBoleto }, PAID],
    ['a settled title beside a boleto',                 credit('LIQ COBRANCA'),      { settled: byBoleto }, 'same'],
    ['a settled title beside a boleto paid by its code', credit('LIQ COBRANCA'),     { settled: byQr },     'same'],
    ['a Pix beside a boleto paid by its code',          credit('PIX QR CODE'),       { settled: byQr },     'same'],
    ['a Pix beside a TED of the statement',             pix(),                       { settled: settledAs(CREDIT, 'MANUAL') }, PAID],
    ['a Pix beside a Pix of the statement',             pix(),                       { settled: settledAs(CREDIT, 'PIX') }, 'same'],
    ['a return file beside a Pix of the statement',     entry(),                     { settled: settledAs(CREDIT, 'PIX') }, PAID],
    ['a return file beside a title of the statement',   entry(),                     { settled: settledAs(CREDIT, 'BOLETO') }, 'same'],
    ['a Pix beside a Pix of the statement that waits',  pix(),                       { waits: waitsAs(CREDIT, credit('PIX')) }, 'same'],
    ['a Pix beside a TED of the statement that waits',  pix(),                       { waits: waitsAs(CREDIT, credit('TED')) }, QUEUED],
    ['a TED beside a Pix that waits',                   credit('TED RECEBIDA'),      { waits: waitsAs(`pix ${PIX}`, pix()) }, QUEUED],
    ['a TED beside a Pix that was given back',          credit('TED RECEBIDA'),      { waits: waitsAs(`pix ${PIX}`, pix(), true) }, RETURNED],
    ['a Pix of the statement beside one given back',    credit('PIX RECEBIDO'),      { waits: waitsAs(`pix ${PIX}`, pix(), true) }, 'same'],
    ['a TED a week before a Pix that waits',            credit('TED', { paid_on: '2026-10-29' }), { waits: waitsAs(`pix ${PIX}`, pix()) }, null],
  ])('%s', (_, line, known, expected) => {
    const [told] = matched([line], known);
    expect([told?.repeated, told?.reason]).toEqual(
      expected === 'same' ? [true, expect.any(String)] : [false, expected],
    );
    expect(openLines(told ? [told] : [], [])).toHaveLength(expected === 'same' ? 0 : 1);
    // What only a person can tell apart settles nothing by itself.
    if (expected !== null) expect(told?.pile).toBe('DIVERGENT');
  });

  test('of a Pix and a TED in one statement, the Pix is the known one', () => {
    const lines = matched([credit('TED RECEBIDA', { line: 1 }), credit('PIX', { line: 2, mark: '341 1 10' })], {
      settled: apiPix,
    });
    expect(lines.map(({ repeated }) => repeated)).toEqual([false, true]);
    expect(lines[0]?.reason).toBe(PAID);
  });
});

describe('two payments of one boleto, of one day and amount', () => {
  const told = (sequence: number, line = 2) => entry({ line, movement: movement(sequence), assigned: null });
  const [first, second] = [`${BOLETO} @${movement(25)}`, `${BOLETO} @${movement(26)}`];

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string[], string[], string | undefined]>([
    ['a copy of the movement',                 [BOLETO, second],            [BOLETO, second],       undefined],
    ['another movement',                       [BOLETO, second],            [BOLETO, first],        second],
    ['both movements told before',             [BOLETO, second],            [BOLETO, first, second], undefined],
    ['no movement told before',                [BOLETO, second],            [BOLETO],               undefined],
    ['told by a call',                         [BOLETO],                    [BOLETO, first],        undefined],
    ['the second of its file, told before',    [`${BOLETO} #2`, `${BOLETO} #2 @${movement(26)}`], [BOLETO, first], undefined],
    ['a line of the queue',                    [second],                    [BOLETO, first],        second],
    ['a movement whose number begins alike',   [BOLETO, `${BOLETO} @${movement(2)}`], [BOLETO, first], `${BOLETO} @${movement(2)}`],
  ])('%s', (_, names, known, expected) => {
    expect(ofOtherMovement(names, known)).toBe(expected);
  });

  test('names its movement, each line of a file apart', () => {
    const counts = new Map<string, number>();
    const when = { paid_on: DAY, paid_amount: 281_130 } as const;
    expect([namesOf(told(25), boleto, when, counts), namesOf(told(25, 3), boleto, when, counts)]).toEqual([
      [BOLETO, first],
      [`${BOLETO} #2`, `${BOLETO} #2 @${movement(25)}`],
    ]);
    expect(namesOf(told(25), null, when, new Map())).toEqual([
      `title 341 0057 12345 00258281 ${DAY} 281130 @${movement(25)}`,
    ]);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, { settled?: KnownSettlement; waits?: KnownWaiting }, boolean, string]>([
    ['settled by the same movement',  { settled: settledAs(BOLETO, 'BOLETO', [second]) }, true, BOLETO],
    ['settled by another movement',   { settled: settledAs(BOLETO, 'BOLETO', [first]) },  false, second],
    ['settled by a call',             { settled: settledAs(BOLETO, 'BOLETO') },           true, BOLETO],
    ['waiting by another movement',   { waits: waitsAs(BOLETO, told(25), false, [first]) }, false, second],
    ['given back, told by another',   { waits: waitsAs(BOLETO, told(25), true, [first]) }, false, second],
  ])('%s', (_, known, repeated, fingerprint) => {
    const [line] = matched([told(26)], known);
    expect(line).toMatchObject({ repeated, fingerprint, pile: 'DIVERGENT' });
    const waiting = openLines(line ? [line] : [], []);
    expect(waiting).toMatchObject(repeated ? [] : [{ fingerprint, plain: fingerprint }]);
    expect(waiting[0]?.reason ?? '').toContain(repeated ? '' : 'Já se conhece um pagamento deste valor');
  });

  test('a line that waits keeps the movement that told of it', () => {
    const [line] = matched([{ ...told(25), paid_amount: 281_000 }], {});
    expect(furtherNames(line ? [line] : [])).toEqual([
      { name: `boleto 11 ${DAY} 281000 @${movement(25)}`, fingerprint: `boleto 11 ${DAY} 281000` },
    ]);
  });
});

import { readdir, readFile } from 'node:fs/promises';
import { RECURRENCE_STATES, type RecurrenceState } from '@morada/domain/bank/pix/recurrence';
import { lateCharges } from '@morada/domain/rent/late/late-charges';
import { chargeLines } from '@morada/domain/rent/late/late-words';
import { describe, expect, test } from 'vitest';
import type { OpenedInvoice, Owed } from '#api/modules/doors/invoice-page/invoice-page.service.ts';
import { html } from '../../base/html.ts';
import { automaticPix } from '../client-area/automatic-pix.part.ts';
import { immediateUnderway } from '../client-area/immediate-payment.part.ts';
import { invoiceView } from '../invoice/invoice-view.part.ts';

const PAGES = new URL('../', import.meta.url);

test('a QR code that pays is drawn in one place, below the button that copies it', async () => {
  const files = (await readdir(PAGES, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const drawing = await Promise.all(
    files.map(async (name) => ((await readFile(new URL(name, PAGES), 'utf8')).includes('qrPicture(') ? name : '')),
  );
  expect(drawing.filter(Boolean).sort()).toEqual([
    ...['kit/payment-code.test.ts', 'kit/payment-code.ts', 'kit/qr-picture.ts'],
    // The address of a listing, on its printed sheet.
    'site/listing/listing.page.ts',
  ]);
});

const agency = { name: 'Serra', cnpj: null, creci: null, phone: null, email: null, whatsapp: null };
const invoice: OpenedInvoice['invoice'] = {
  ...{ id: 7, status: 'PENDING', reference: '2026-12', due_date: '2026-12-10', lines: [] },
  ...{ debt_agreement_id: null, instalment: null, paid_amount: null, pay_day: null, payment_method: null },
  ...{ fine: null, interest: null, tax_undeducted: 0, tenant: 'Ana', tenant_document: '52998224725' },
  ...{ street: 'Rua Halfeld', number: null, complement: null, neighborhood: null, city: null, state: null },
} as OpenedInvoice['invoice'];

const boleto = { digitable_line: '1'.repeat(47), registration: 'REGISTERED', due_date: '2026-12-10', amount: 155_000 };

/** The page of an open invoice. */
const page = (owed: object, underway?: ReturnType<typeof html>) =>
  invoiceView(
    {
      ...{ agency, invoice },
      owed: {
        ...{ today: '2026-12-01', amount: 155_000, days: 0, waiting: undefined, boleto: undefined },
        charges: chargeLines(155_000, lateCharges(155_000, '2026-12-10', '2026-12-01')),
        pix: { code: null, missing: 'KEY' },
        ...owed,
      } as Owed,
    },
    { path: '/f/7', pdf: '/f/7/pdf', withoutBoleto: html``, ...(underway && { underway }) },
  ).text;

const immediate = (stage: 'PREPARING' | 'SHOWN' | 'ENDING' | 'PAID') =>
  immediateUnderway('/f/7', {
    offered: false,
    isAway: false,
    shown: { stage, code: stage === 'SHOWN' ? '00020126' : null, until: new Date(0), amount: 155_000, problem: null },
  }) ?? undefined;

describe('an open invoice is read again by itself, and by a link, whatever it waits for', () => {
  test.each([
    ['a Pix', page({ pix: { code: '00020126', missing: null } }), 'Já paguei'],
    ['a boleto', page({ boleto }), 'Já paguei'],
    ['a code that is changed', page({ pix: { code: null, missing: 'UNDERWAY' } }), 'Atualizar a página'],
    ['the number of a boleto', page({ boleto: { ...boleto, digitable_line: null } }), 'Atualizar a página'],
    ['a payment that is checked', page({ waiting: { amount: 1, paid_on: null } }), 'Atualizar a página'],
    ...(['PREPARING', 'ENDING', 'PAID', 'SHOWN'] as const).map((stage) => [
      `a code that pays and authorises, ${stage}`,
      page({ pix: { code: null, missing: 'UNDERWAY' } }, immediate(stage)),
      stage === 'SHOWN' ? 'Já paguei' : 'Atualizar a página',
    ]),
  ])('%s', (_, shown = '', link) => {
    expect(shown).toContain('<div class="pay" data-watch>');
    expect(shown).toMatch(new RegExp(`<a [^>]*href="/f/7[^"]*">${link}</a>`));
    if (shown.includes('class="qr"')) expect(shown.indexOf('data-copy=')).toBeLessThan(shown.indexOf('class="qr"'));
  });

  test('a paid one is not', () => {
    const shown = invoiceView(
      { agency, invoice: { ...invoice, paid_amount: 155_000, pay_day: '2026-12-01' }, owed: undefined },
      { path: '/f/7', pdf: '/f/7/pdf', withoutBoleto: html`` },
    ).text;
    expect(shown).not.toMatch(/data-watch|Já paguei/);
  });
});

describe('Pix Automático is read again while the bank or the tenant has to answer', () => {
  const shown = (state: RecurrenceState, more: object = {}) => {
    const recurrence = { proposal_id: 3, state, canceling: false, code: null, first_date: '2026-12-10', lapses: false };
    const latest = new Map([[3, { ...recurrence, ...more }]]);
    return automaticPix(3, { isOffered: true, latest } as never)?.text ?? '';
  };

  test.each(Object.keys(RECURRENCE_STATES) as RecurrenceState[])('%s', (state) => {
    expect(shown(state).includes('data-watch')).toBe(['WAITING', 'CREATED'].includes(state));
  });

  test('canceling, and with the payment of an invoice', () => {
    for (const state of ['WAITING', 'CREATED', 'APPROVED'] as const) {
      const words = shown(state, { canceling: true });
      expect(words).toContain('data-watch');
      expect(words).toContain('Atualizar a página</a>');
    }
    expect(shown('CREATED', { lapses: true })).toContain('data-watch');
  });

  test('its code is copied first', () => {
    const words = shown('CREATED', { code: '00020126' });
    const places = ['data-copy="autorizar-3"', 'class="qr"', 'id="autorizar-3"', 'Já autorizei</a>'];
    expect(places.map((part) => words.indexOf(part))).toEqual(
      places.map((part) => words.indexOf(part)).toSorted((a, b) => a - b),
    );
    expect(words.indexOf(places[0] ?? '')).toBeGreaterThan(0);
  });
});

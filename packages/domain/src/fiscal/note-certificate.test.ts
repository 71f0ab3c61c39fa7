import { expect, test } from 'vitest';
import { certificateDocument, certificateWarning, signsFor } from './note-certificate.ts';

test.each([
  ['a company by its alternative name', 'IMOB LTDA', [['2.16.76.1.3.3', '11222333000181']], '11222333000181'],
  ['a company by its common name', 'IMOB LTDA:11222333000181', [], '11222333000181'],
  ['a company of letters', 'IMOB LTDA:12ABC34501DE35', [], '12ABC34501DE35'],
  ['a person', 'MARIA', [['2.16.76.1.3.1', `01011980${'52998224725'}00000000000`]], '52998224725'],
  // A company's certificate names the person who answers for it by another identifier.
  [
    'the company before its person',
    'X',
    [
      ['2.16.76.1.3.4', '0101198052998224725'],
      ['2.16.76.1.3.3', '11222333000181'],
    ],
    '11222333000181',
  ],
  ['nobody', 'localhost', [], undefined],
  ['a number with wrong digits', 'IMOB LTDA:11222333000182', [], undefined],
] as const)('a certificate names %s', (_, common_name, others, document) => {
  expect(certificateDocument({ common_name, others: others.map(([oid, value]) => ({ oid, value })) })).toBe(document);
});

test.each([
  ['11222333000181', '11222333000181', true],
  // The head office signs for its branch.
  ['11222333000181', '11222333000262', true],
  ['11444777000161', '11222333000181', false],
  ['52998224725', '52998224725', true],
  ['52998224725', '11222333000181', false],
  ['', '', false],
])('%s signs for %s: %s', (certificate, issuer, signs) => {
  expect(signsFor(certificate, issuer)).toBe(signs);
});

test.each([
  ['2026-12-31', undefined],
  ['2026-12-30', 30],
  ['2026-12-16', 30],
  ['2026-12-15', 15],
  ['2026-12-06', 15],
  ['2026-12-05', 5],
  ['2026-11-30', 5],
  ['2026-11-29', 0],
] as const)('on 30 November a certificate until %s warns within %s days', (until, within) => {
  expect(certificateWarning(until, '2026-11-30')?.within).toBe(within);
});

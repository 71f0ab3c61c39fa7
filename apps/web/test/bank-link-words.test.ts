import { expect, test } from 'vitest';
import { certificateWarning, removalWords } from '../src/features/bank-link/link-words.ts';

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['2026-12-27', undefined],
  ['2026-12-26', 'O certificado vence em 30 dias, em 26/12/2026. Peça outro ao banco e troque-o aqui, com a chave dele.'],
  ['2026-11-27', 'O certificado vence em 1 dia, em 27/11/2026. Peça outro ao banco e troque-o aqui, com a chave dele.'],
  ['2026-11-26', 'O certificado vence hoje. Peça outro ao banco e troque-o aqui, com a chave dele.'],
  ['2026-11-25', 'O certificado venceu em 25/11/2026. O banco não aceita mais chamadas com ele.'],
  [null,         'Não foi possível ler até quando o certificado vale.'],
] as const)('a certificate until %s, on 26 November 2026', (until, words) => {
  expect(certificateWarning(until, '2026-11-26')).toBe(words);
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  [{ waiting: 0, active: 0,     refused: 0 }, 'Nenhuma cobrança está em aberto no banco.'],
  [{ waiting: 0, active: 1,     refused: 0 }, 'A cobrança em aberto é retirada do banco, e o QR Code dela deixa de ser aceito.'],
  [{ waiting: 2, active: 1_000, refused: 3 }, 'As 1.005 cobranças em aberto são retiradas do banco, e o QR Code delas deixa de ser aceito.'],
])('disconnecting with %j', (charges, words) => {
  expect(removalWords({ ...charges, paid: 7 }).startsWith(`${words} As faturas continuam em aberto`)).toBe(true);
});

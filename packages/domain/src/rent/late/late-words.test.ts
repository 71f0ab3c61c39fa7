import { describe, expect, test } from 'vitest';
import { chargeLines } from './late-words.ts';

// 2.811,30 fifteen days late: 10% are 281,13; ten days of 0,03% are 0,30% of it, 8,4339.
const late = { days: 15, fine: 28_113, interest: 843 };

describe('explanation of fine and interest', () => {
  test('fifteen days late', () => {
    expect(chargeLines(281_130, late)).toEqual({
      fine: {
        label: 'Multa',
        note: '10% a partir do 5º dia',
        amount: 28_113,
        factors: '10% × 2.811,30',
        why: {
          title: 'Multa de R$\u00a0281,13',
          rule: 'Do 1º ao 4º dia não há multa. A partir do 5º dia: 10% sobre aluguel e taxas.',
          sum: '10% × 2.811,30 = 281,13',
        },
      },
      interest: {
        label: 'Juros',
        note: '0,03% ao dia, 10 dias',
        amount: 843,
        factors: '0,03% × 10 dias × 2.811,30',
        why: {
          title: 'Juros de R$\u00a08,43',
          rule: 'Depois do 5º dia de atraso: 0,03% ao dia sobre aluguel e taxas.',
          sum: '0,03% × 10 dias × 2.811,30 = 8,43',
        },
      },
    });
  });

  // 1.500,00: the fine is 150,00; one day of interest 0,45.
  test.each([
    [4, 0, 0, undefined, '0,03% ao dia', undefined],
    [5, 15_000, 0, '10% × 1.500,00 = 150,00', '0,03% ao dia', undefined],
    [6, 15_000, 45, '10% × 1.500,00 = 150,00', '0,03% ao dia, 1 dia', '0,03% × 1 dia × 1.500,00 = 0,45'],
  ])('%i days late', (days, fine, interest, fineSum, note, interestSum) => {
    const lines = chargeLines(150_000, { days, fine, interest });
    expect([lines.fine.why.sum, lines.interest.note, lines.interest.why.sum]).toEqual([fineSum, note, interestSum]);
  });

  test('edited amounts show the amount by the rule', () => {
    const { fine, interest } = chargeLines(281_130, late, { fine: 10_000, interest: 843 });
    expect(fine.amount).toBe(10_000);
    expect(fine.why.title).toBe('Multa de R$\u00a0100,00');
    expect(fine.why.rule).toMatch(/taxas\. Alterado: pela regra seria R\$\u00a0281,13\.$/);
    expect(interest.why.rule).not.toContain('Alterado');
  });
});

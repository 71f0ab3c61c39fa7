import { expect, test } from 'vitest';
import { cashTitle } from './cash.ts';

const RECEIVED = { department: 'RENT', type: 'INPUT', invoice_id: 12, to_tenant: false, reversal: false } as const;
const PAID_OUT = { ...RECEIVED, type: 'OUTPUT', invoice_id: null } as const;

// biome-ignore format: a table of cases reads best aligned
test.each<[Parameters<typeof cashTitle>[0], string]>([
  [RECEIVED,                                        'Aluguel recebido'],
  [{ ...RECEIVED, reversal: true },                 'Estorno: aluguel recebido'],
  [PAID_OUT,                                        'Repasse efetuado'],
  [{ ...PAID_OUT, reversal: true },                 'Estorno: repasse efetuado'],
  [{ ...PAID_OUT, to_tenant: true },                'Devolução ao inquilino'],
  [{ ...PAID_OUT, type: 'INPUT' },                  'Recebido do proprietário'],
  [{ ...RECEIVED, invoice_id: null, department: 'SALE' },  'Comissão de venda'],
  [{ ...PAID_OUT, department: 'SALE' },             'Despesa de venda'],
  [{ ...RECEIVED, invoice_id: null, department: 'OTHER' }, 'Outra entrada'],
  [{ ...PAID_OUT, department: 'OTHER' },            'Despesa'],
  [{ ...PAID_OUT, department: 'OTHER', reversal: true },   'Estorno: despesa'],
])('%o: %s', (entry, expected) => {
  expect(cashTitle(entry)).toBe(expected);
});

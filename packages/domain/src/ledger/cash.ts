/** Departments: rents, sales, and all other income and expenses. */
export const DEPARTMENTS = { RENT: 'Aluguéis', SALE: 'Vendas', OTHER: 'Outros' } as const;
export type Department = keyof typeof DEPARTMENTS;

/** Direction of the money. A reversal stays on its side, below zero. */
export type CashSide = 'INPUT' | 'OUTPUT';

/** The cash book's kinds, by their names in the calls. */
export const CASH_KINDS = {
  rents: { department: 'RENT' },
  sales: { department: 'SALE' },
  expenses: { department: 'OTHER', type: 'OUTPUT' },
  incomes: { department: 'OTHER', type: 'INPUT' },
} as const satisfies Record<string, { department: Department; type?: CashSide }>;
export type CashKind = keyof typeof CASH_KINDS;
export const CASH_KIND_NAMES: Record<CashKind, string> = {
  rents: 'Aluguéis',
  sales: 'Vendas',
  expenses: 'Despesas',
  incomes: 'Outras entradas',
};

const OF_MOVIMENTATION = {
  SALE: { INPUT: 'Comissão de venda', OUTPUT: 'Despesa de venda' },
  OTHER: { INPUT: 'Outra entrada', OUTPUT: 'Despesa' },
} as const;

/** Title of a cash entry in the lists. */
export function cashTitle(entry: {
  department: Department;
  type: CashSide;
  /** A tenant's payment. */
  of_invoice: boolean;
  /** A transfer to a tenant: the money left over when a contract ends. */
  to_tenant: boolean;
  reversal: boolean;
}): string {
  const title = plainTitle(entry);
  return entry.reversal ? `Estorno: ${title.charAt(0).toLowerCase()}${title.slice(1)}` : title;
}

function plainTitle({ department, type, of_invoice, to_tenant }: Parameters<typeof cashTitle>[0]): string {
  if (department !== 'RENT') return OF_MOVIMENTATION[department][type];
  if (of_invoice) return 'Aluguel recebido';
  if (type === 'INPUT') return 'Recebido do proprietário';
  return to_tenant ? 'Devolução ao inquilino' : 'Repasse efetuado';
}

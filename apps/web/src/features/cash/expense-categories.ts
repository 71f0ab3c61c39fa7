import { EXPENSE_CATEGORIES } from '@morada/domain/ledger/expense';

export const CATEGORIES = Object.entries(EXPENSE_CATEGORIES).map(([value, label]) => ({ value, label }));

import type { StatementBank } from '@morada/domain/bank/reconciliation/statement-banks';
import type { BankAccess } from '../bank-api.ts';
import type { Patience } from '../service.ts';
import { bancoDoBrasilStatements } from './banco-do-brasil.ts';
import { interStatements } from './inter.ts';
import { sicoobStatements } from './sicoob.ts';
import type { StatementAccess, StatementReader } from './statement-reader.ts';

type Open = (access: BankAccess, account: StatementAccess, patience?: Patience) => StatementReader;

const READERS: Readonly<Record<StatementBank['code'], Open>> = {
  '001': bancoDoBrasilStatements,
  '077': interStatements,
  '756': sicoobStatements,
};

export const statementReader = (bank: StatementBank['code'], ...rest: Parameters<Open>): StatementReader =>
  READERS[bank](...rest);

import type { BankFile, BankLine } from '@morada/contract/bank/bank-files';
import { boletoBank } from '@morada/domain/bank/boleto-banks';
import { sum } from '@morada/domain/base/money';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
  IconLoader2,
} from '@tabler/icons-react';
import { count } from '#web/lib/count.ts';

const KINDS: Record<BankFile['kind'], string> = {
  PDF: 'Relatório em PDF',
  CNAB240: 'Retorno CNAB 240',
  CNAB400: 'Retorno CNAB 400',
  OFX: 'Extrato OFX',
  PIX: 'Pix recebidos',
  BOLETO: 'Boletos avisados pelo banco',
};

/** "Retorno CNAB 400, Itaú" */
export const kindWords = ({ kind, bank }: Pick<BankFile, 'kind' | 'bank'>) =>
  bank ? `${KINDS[kind]}, ${boletoBank(bank)?.name ?? `banco ${bank}`}` : KINDS[kind];

/** Origin of a line: its file, or the payments of which the bank notified us. */
export const sourceWords = ({ kind, name }: Pick<BankFile, 'kind' | 'name'>, line: number) =>
  kind === 'PIX' ? name : `${name}, linha ${line}`;

export const FILE_STATES = {
  STAGED: { tone: 'yellow', icon: IconCircleDashed, word: 'Não liquidado' },
  RUNNING: { tone: 'blue', icon: IconLoader2, word: 'Liquidando' },
  DONE: { tone: 'green', icon: IconCircleCheckFilled, word: 'Liquidado' },
  UNDOING: { tone: 'blue', icon: IconLoader2, word: 'Estornando' },
  UNDONE: { tone: 'gray', icon: IconCircleMinus, word: 'Desfeito' },
  FAILED: { tone: 'red', icon: IconAlertTriangleFilled, word: 'Não concluído' },
} as const;

/** "1 boleto", "1.240 boletos" */
export const boletosText = (number: number) => `${count(number)} ${number === 1 ? 'boleto' : 'boletos'}`;

export const settledWords = (number: number) =>
  number === 1 ? '1 boleto liquidado no sistema' : `${count(number)} boletos liquidados no sistema`;

export const paidSum = (lines: readonly BankLine[]) =>
  sum(lines.map(({ paid_amount }) => paid_amount).filter((amount) => amount !== null));

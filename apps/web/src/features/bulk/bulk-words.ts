import type { BulkRun } from '@morada/contract/desk/bulk';
import type { BulkAction } from '@morada/contract/desk/bulk.access';
import { LEASE_TAX_MODES, type LeaseTaxMode } from '@morada/domain/lease/lease-tax-modes';
import type { PropertyStatus } from '@morada/domain/property/property';
import { PROPERTY_STATUSES } from '@morada/domain/property/property-words';
import { count } from '#web/lib/count.ts';

type Words = {
  title: string;
  /** One record, several. */
  noun: readonly [one: string, many: string];
  /** "Marcar 12 faturas como pagas" */
  verb: (records: string, many: boolean) => string;
  /** While it goes on. */
  going: string;
  /** "12 faturas pagas" */
  done: readonly [one: string, many: string];
  /** Heads the sum of what is to be done. */
  sum?: string;
  /** Side effects of the action. */
  note?: string;
  /** Effect of undoing; absent when the action cannot be undone. */
  back?: string;
};

const INVOICES = ['fatura', 'faturas'] as const;
const BOLETOS = ['boleto', 'boletos'] as const;
const RECEIVED_BACK = 'As faturas voltam para pendente, e os repasses pendentes delas são retirados.';

const WORDS: Record<BulkAction, Words> = {
  'invoice-pay': {
    title: 'Marcar como pagas',
    noun: INVOICES,
    verb: (records, many) => `Marcar ${records} como ${many ? 'pagas' : 'paga'}`,
    going: 'Marcando como pagas',
    done: ['fatura paga', 'faturas pagas'],
    sum: 'A receber',
    note: 'Cada fatura entra pelo total do dia do pagamento, com multa e juros, e cria o repasse do proprietário.',
    back: RECEIVED_BACK,
  },
  'invoice-boleto': {
    title: 'Gerar boletos',
    noun: INVOICES,
    verb: (records) => `Gerar boletos de ${records}`,
    going: 'Gerando boletos',
    done: ['boleto gerado', 'boletos gerados'],
    sum: 'A cobrar',
    note: 'As vencidas saem com os encargos de hoje. Quem já tem um boleto que pode ser pago fica com ele.',
    back: 'Os boletos gerados são cancelados, menos os que já foram em remessa.',
  },
  'late-settle': {
    title: 'Dar baixa',
    noun: INVOICES,
    verb: (records) => `Dar baixa em ${records}`,
    going: 'Dando baixa',
    done: ['fatura baixada', 'faturas baixadas'],
    sum: 'A receber',
    note: 'Cada fatura entra pelo total de hoje, com multa e juros.',
    back: RECEIVED_BACK,
  },
  'boleto-settle': {
    title: 'Dar baixa',
    noun: BOLETOS,
    verb: (records) => `Dar baixa em ${records}`,
    going: 'Dando baixa',
    done: ['boleto baixado', 'boletos baixados'],
    sum: 'A receber',
    note: 'A fatura de cada boleto entra pelo total do dia do pagamento, com multa e juros.',
    back: RECEIVED_BACK,
  },
  'boleto-cancel': {
    title: 'Cancelar boletos',
    noun: BOLETOS,
    verb: (records) => `Cancelar ${records}`,
    going: 'Cancelando boletos',
    done: ['boleto cancelado', 'boletos cancelados'],
    sum: 'Valor',
    note: 'As faturas continuam pendentes. O banco é avisado, na próxima remessa, dos que já tem.',
  },
  'transfer-conclude': {
    title: 'Marcar como efetuados',
    noun: ['repasse', 'repasses'],
    verb: (records, many) => `Marcar ${records} como ${many ? 'efetuados' : 'efetuado'}`,
    going: 'Marcando como efetuados',
    done: ['repasse efetuado', 'repasses efetuados'],
    sum: 'A repassar',
    note: 'O valor sai do caixa no dia do pagamento. Nenhuma ordem vai ao banco.',
    back: 'Os repasses voltam para pendente.',
  },
  'contact-read': {
    title: 'Marcar como lidas',
    noun: ['mensagem', 'mensagens'],
    verb: (records, many) => `Marcar ${records} como ${many ? 'lidas' : 'lida'}`,
    going: 'Marcando como lidas',
    done: ['mensagem lida', 'mensagens lidas'],
    back: 'As mensagens voltam para não lidas.',
  },
  'lead-move': {
    title: 'Mudar de etapa',
    noun: ['lead', 'leads'],
    verb: (records) => `Mudar ${records}`,
    going: 'Mudando de etapa',
    done: ['lead mudado', 'leads mudados'],
    back: 'Os leads voltam à etapa que tinham.',
  },
  'ticket-close': {
    title: 'Fechar tickets',
    noun: ['ticket', 'tickets'],
    verb: (records) => `Fechar ${records}`,
    going: 'Fechando tickets',
    done: ['ticket fechado', 'tickets fechados'],
    note: 'O cliente não escreve mais em um ticket fechado.',
    back: 'Os tickets voltam à situação que tinham.',
  },
  'client-consent': {
    title: 'Registrar autorização',
    noun: ['pessoa', 'pessoas'],
    verb: (records) => `Registrar a autorização de ${records}`,
    going: 'Anotando autorizações',
    done: ['autorização registrada', 'autorizações registradas'],
    note: 'Cada pessoa fica com o dia, o meio e as palavras que ela aceitou.',
    back: 'As autorizações registradas são retiradas.',
  },
  'property-status': {
    title: 'Alterar situação',
    noun: ['imóvel', 'imóveis'],
    verb: (records) => `Alterar ${records}`,
    going: 'Alterando a situação',
    done: ['imóvel alterado', 'imóveis alterados'],
    back: 'Os imóveis voltam à situação que tinham.',
  },
  'lease-tax': {
    title: 'IBS e CBS do contrato',
    noun: ['contrato', 'contratos'],
    verb: (records) => `Alterar ${records}`,
    going: 'Alterando contratos',
    done: ['contrato alterado', 'contratos alterados'],
    note: 'Vale das próximas faturas em diante; as emitidas ficam. O aditivo fica entre os documentos do contrato, para as partes assinarem.',
    back: 'Os contratos voltam ao que tinham combinado, e os aditivos gerados são retirados.',
  },
  'note-issue': {
    title: 'Emitir notas',
    noun: ['nota', 'notas'],
    verb: (records) => `Emitir ${records}`,
    going: 'Mandando emitir',
    done: ['nota a caminho do sistema nacional', 'notas a caminho do sistema nacional'],
    sum: 'Valor das notas',
    note: 'Cada nota é conferida aqui antes de sair. O que o sistema nacional responder aparece na lista, nota por nota.',
  },
};

export const wordsOf = (action: BulkAction) => WORDS[action];

const counted = (number: number, [one, many]: readonly [string, string]) =>
  `${count(number)} ${number === 1 ? one : many}`;

export const records = (action: BulkAction, number: number) => counted(number, WORDS[action].noun);
export const doneWords = (action: BulkAction, number: number) => counted(number, WORDS[action].done);
export const verbOf = (action: BulkAction, number: number) => WORDS[action].verb(records(action, number), number !== 1);

/** What an action changes to, where its title does not name it: "Disponível". */
export function towards({ status, lease_tax }: Record<string, unknown>): string | undefined {
  if (typeof lease_tax === 'string') return LEASE_TAX_MODES[lease_tax as LeaseTaxMode].name;
  return typeof status === 'string' ? PROPERTY_STATUSES[status as PropertyStatus] : undefined;
}

/** What is said when a run ends. */
export function newsOf({ action, status, states: { DONE, FAILED, UNDONE, LEFT } }: BulkRun): string {
  if (status === 'UNDONE')
    return `Desfeito: ${records(action, UNDONE.count)}.${LEFT.count > 0 ? ` ${LEFT.count === 1 ? '1 ficou como estava' : `${count(LEFT.count)} ficaram como estavam`}.` : ''}`;
  return `${doneWords(action, DONE.count)}.${FAILED.count > 0 ? ` ${FAILED.count === 1 ? '1 ficou de fora' : `${count(FAILED.count)} ficaram de fora`}.` : ''}`;
}

import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { calendarDate, givenDate, id, idParams, instant, money, placeNumber, text } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { IMPORT_ACCESS, ImportKind, ImportSearch } from './imports.search.ts';

export const IMPORT_UPLOAD = { maxBytes: 10_000_000, accept: '.csv,.xlsx' } as const;
/** Limits of a plausible file. */
export const IMPORT_LIMITS = { lines: 50_000, columns: 100 } as const;
/** Refused lines in a response; the downloadable file has all of them. */
export const REFUSALS_SHOWN = 200;

export const ImportStatus = z.enum(['STAGED', 'RUNNING', 'DONE', 'FAILED', 'UNDONE']);

export const ImportRun = z.object({
  id: z.int(),
  kind: ImportKind,
  file_name: z.string(),
  status: ImportStatus,
  /** Lines of the file, and the number processed. */
  total: z.int(),
  done: z.int(),
  /** Counts of records created, lines already known, lines refused. */
  fresh: z.int(),
  known: z.int(),
  refused: z.int(),
  by: z.nullable(z.string()),
  created_at: instant,
  finished_at: z.nullable(instant),
});
export type ImportRun = z.output<typeof ImportRun>;

export const ImportRefusal = z.object({
  /** Row number in the spreadsheet, titles included. */
  line: z.int(),
  field: z.string(),
  reason: z.string(),
});
export type ImportRefusal = z.output<typeof ImportRefusal>;

/** A refused line with its identification and the faulty cell. */
export const RefusedCell = z.extend(ImportRefusal, {
  name: z.string(),
  value: z.string(),
  /** The field is mapped to a column, so its cell can be corrected. */
  mendable: z.boolean(),
});
export type RefusedCell = z.output<typeof RefusedCell>;

/** Our field's name → the index of the file's column. */
const Mapping = z.record(z.string(), z.int().check(z.gte(0), z.lt(IMPORT_LIMITS.columns)));
export type ImportMapping = z.output<typeof Mapping>;

const ConfirmedAmount = z.object({ line: z.int(), field: z.string(), amount: money });

/** Answers that apply to the whole file. */
export const ImportAnswers = z.object({
  /** Mapping of a word in the file to a value of a closed list. */
  words: z.array(z.object({ field: z.string(), word: z.string(), means: z.string() })).check(z.maxLength(500)),
  /** Client that a name refers to, when the file has neither code nor document. */
  people: z.array(z.object({ name: z.string(), id: z.int() })).check(z.maxLength(5_000)),
  /** Prices far from what is usual that are right as they are, each for its line. */
  amounts: z._default(z.array(ConfirmedAmount).check(z.maxLength(5_000)), []),
});
export type ImportAnswers = z.output<typeof ImportAnswers>;

export const StagedImport = z.extend(ImportRun, {
  columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })),
  /** Mapping suggested by the titles. */
  mapping: Mapping,
  /** Fields whose title occurs in several columns; the user has to choose one. */
  doubtful: z.array(z.string()),
  /** Lines hidden in the workbook, by hand or by a filter; they are imported like the others. */
  hidden_lines: z.int(),
  /** Sheets of a workbook, and the current one; a CSV has none. */
  sheets: z.array(z.string()),
  sheet: z.int(),
});
export type StagedImport = z.output<typeof StagedImport>;

export const FirstDue = z.object({ first_due: givenDate() });

/** A cell corrected before the import. */
export const MendedCell = z.object({ field: z.string(), value: text('Informe o valor', 500) });

/** Invoices that the daily job issues right away for an import's contracts, from the chosen due date on. */
export const FirstBilling = z.object({
  first_due: calendarDate(),
  invoices: z.int(),
  total: money,
  /** Those due before today. */
  overdue: z.int(),
});
export type FirstBilling = z.output<typeof FirstBilling>;

export const ImportDetail = z.extend(ImportRun, {
  refusals: z.array(ImportRefusal),
  /** Lines imported without one of their cells. */
  warnings: z.array(ImportRefusal),
  /** Contracts only. */
  billing: z.nullable(FirstBilling),
});
export type ImportDetail = z.output<typeof ImportDetail>;

export const ImportPreview = z.object({
  fresh: z.int(),
  known: z.int(),
  refused: z.int(),
  /** Preview of the first lines: our field's name → the value to be stored. */
  lines: z.array(z.object({ line: z.int(), known: z.boolean(), cells: z.record(z.string(), z.string()) })),
  refusals: z.array(RefusedCell),
  /** Lines imported without one of their cells. */
  warnings: z.array(RefusedCell),
  /** Words unknown to their field's closed list, the most frequent first. */
  unknown_words: z.array(
    z.object({ field: z.string(), word: z.string(), lines: z.int(), options: z.array(z.string()) }),
  ),
  /** Names shared by several registered clients; the user has to choose one. */
  unconfirmed_people: z.array(
    z.object({ name: z.string(), lines: z.int(), people: z.array(z.object({ id: z.int(), label: z.string() })) }),
  ),
  /** Prices far from what is usual, whose lines wait for a confirmation. */
  unconfirmed_amounts: z.array(z.object({ ...ConfirmedAmount.shape, name: z.string() })),
  /** Contracts only. */
  billing: z.nullable(FirstBilling),
});
export type ImportPreview = z.output<typeof ImportPreview>;

const access = Object.values(IMPORT_ACCESS);

/** Calls beyond the specification: import of one file of one kind, from the upload to the undo. */
export const imports = endpoints('imports', {
  list: {
    method: 'GET',
    path: '/import',
    access,
    summary: 'Últimas importações dos tipos que a pessoa pode importar',
    query: ImportSearch,
    response: z.array(ImportRun),
  },
  example: {
    method: 'GET',
    path: '/import/:kind/example',
    access,
    summary: 'Planilha modelo, só com os títulos das colunas',
    params: z.object({ kind: ImportKind }),
    file: 'application/octet-stream',
  },
  stage: {
    method: 'POST',
    path: '/import/:kind/file/:sheet',
    access,
    summary: 'Envia uma planilha: lê os títulos e sugere as colunas; nada entra no cadastro ainda',
    params: z.object({ kind: ImportKind, sheet: id }),
    upload: IMPORT_UPLOAD,
    response: StagedImport,
    status: 201,
  },
  show: {
    method: 'GET',
    path: '/import/:id',
    access,
    summary: 'Uma importação e o seu andamento',
    params: idParams,
    response: ImportDetail,
  },
  preview: {
    method: 'PUT',
    path: '/import/:id/mapping',
    access,
    summary: 'Escolhe as colunas e diz o que entraria, sem mudar o cadastro',
    params: idParams,
    body: z.object({
      mapping: Mapping,
      /** Contracts: nothing due before this day is issued automatically. Absent: from this month on. */
      first_due: z.optional(givenDate()),
      answers: z.optional(ImportAnswers),
    }),
    response: ImportPreview,
  },
  mend: {
    method: 'PATCH',
    path: '/import/:id/line/:line',
    access,
    summary: 'Corrige uma célula de uma planilha enviada, antes de importar',
    params: z.object({ id, line: placeNumber }),
    body: MendedCell,
  },
  run: {
    method: 'POST',
    path: '/import/:id/run',
    access,
    summary: 'Começa a importar; o andamento vem em GET /import/{id}',
    changes: 'everything',
    params: idParams,
    response: ImportRun,
  },
  undo: {
    method: 'POST',
    path: '/import/:id/undo',
    access,
    summary: 'Desfaz uma importação inteira, enquanto nada usa o que ela cadastrou',
    changes: 'everything',
    params: idParams,
    response: ImportRun,
  },
  discard: {
    method: 'DELETE',
    path: '/import/:id',
    access,
    summary: 'Desiste de uma planilha enviada e apaga as suas linhas',
    params: idParams,
  },
  refusals: {
    method: 'GET',
    path: '/import/:id/refusals',
    access,
    summary: 'As linhas recusadas, em CSV',
    params: idParams,
    file: 'application/octet-stream',
  },
});

export const importProblems = problems({
  IMPORT_NOT_FOUND: [404, 'Não encontramos esta importação'],
  IMPORT_FILE_REFUSED: [422, 'Não foi possível ler este arquivo', 'file'],
  IMPORT_COLUMN_MISSING: [422, 'Escolha a coluna de cada campo obrigatório', 'mapping'],
  IMPORT_LINE_UNKNOWN: [404, 'Esta planilha não tem essa linha'],
  IMPORT_COLUMN_UNKNOWN: [422, 'Esta planilha não tem essa coluna', 'mapping'],
  IMPORT_FIRST_DUE: [422, 'Escolha um vencimento entre o começo deste mês e daqui a um ano', 'first_due'],
  IMPORT_NOT_MAPPED: [409, 'Confira as colunas antes de importar.'],
  IMPORT_STARTED: [409, 'Esta importação já começou.'],
  IMPORT_OF_ANOTHER: [409, 'Esta planilha foi enviada por outra pessoa. Envie o arquivo de novo para importar.'],
  IMPORT_BEYOND: [403, 'Esta planilha traz o que o seu grupo não cadastra.'],
  IMPORT_GONE: [409, 'As linhas desta planilha já foram apagadas. Envie o arquivo de novo.'],
  IMPORT_BUSY: [409, 'Há uma importação em andamento. Tente de novo quando ela terminar.'],
  IMPORT_NOT_DONE: [409, 'Só dá para desfazer uma importação concluída.'],
  IMPORT_IN_USE: [409, 'Não dá para desfazer: outros cadastros já usam o que esta importação trouxe.'],
});

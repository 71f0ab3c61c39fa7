import { type IncomeStatementYear, incomeStatements } from '@morada/contract/fiscal/fiscal-statements';
import type { StatementParty } from '@morada/contract/fiscal/fiscal-statements.search';
import { useMutation } from '@tanstack/react-query';
import { urlOf } from '#web/lib/api/api.ts';
import { download, openFile } from '#web/lib/api/files.ts';
import { mutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';
import { watched } from '#web/lib/api/runs.ts';
import { toast } from '#web/lib/toast.ts';

export type Search = {
  year?: number | undefined;
  party: StatementParty;
  page: number;
  query?: string | undefined;
  email?: 'MISSING' | undefined;
};

export const peopleQuery = (search: Search) => pageQuery(incomeStatements.list, { query: search });

type Run = NonNullable<IncomeStatementYear['run']>;

export const yearQuery = (year: number | undefined) =>
  watched(query(incomeStatements.year, { query: { year } }), {
    runsOf: ({ run }: IncomeStatementYear) => (run ? [run] : []),
    isGoing: ({ status }: { status: string }) => status === 'RUNNING',
    begunBy: incomeStatements.pack,
    onEnd: ({ status }: Run) =>
      status === 'DONE'
        ? toast.success('O arquivo com os informes está pronto')
        : toast.warning('Não foi possível montar o arquivo com os informes. Tente de novo.'),
  });

export const openIncomeStatement = (year: number, party: StatementParty, id: number) =>
  openFile(urlOf(incomeStatements.pdf, { params: { year, party, id } }));

export const savePack = (id: number) => download(incomeStatements.download, { params: { id } });

export const usePack = () => useMutation(mutation(incomeStatements.pack));

export const useMail = () => useMutation(mutation(incomeStatements.mail));

import type { Answer } from '@morada/contract/base/endpoint';
import { statements } from '@morada/contract/money/statements';
import type { Span } from '@morada/domain/base/span';
import { urlOf } from '#web/lib/api/api.ts';
import { download, openFile } from '#web/lib/api/files.ts';
import { query } from '#web/lib/api/query.ts';

export type Statement = Answer<typeof statements.show>;
export type StatementEvent = Statement['events'][number];

const inputOf = (id: number, { start, end }: Span) => ({ params: { id }, query: { start, end } });

/** An owner's account with the agency in a period. */
export const statementQuery = (id: number, span: Span) => ({
  ...query(statements.show, inputOf(id, span), { failure: 'Não foi possível recuperar o extrato' }),
  // Of the same owner: another's figures under this name would be wrong.
  placeholderData: (before: Statement | undefined) => (before?.user.id === id ? before : undefined),
});

/** The same account on paper, in another tab. */
export const openStatement = (id: number, span: Span) => openFile(urlOf(statements.pdf, inputOf(id, span)));

export const saveStatement = (id: number, span: Span) => download(statements.xlsx, inputOf(id, span));

import { createHash, randomBytes } from 'node:crypto';
import { baseAddress } from '@morada/domain/base/ends';
import type { Context, Db } from '#api/context.ts';
import * as queries from './issued-papers.queries.ts';

export const findPaper = (db: Db, code: string) => queries.findPaper(db, code);

type NewPaper = { kind: 'PUNCTUALITY' | 'STATEMENT'; client_id: number; figures: object };

/** What is printed on a paper, so that another person can check it. `url` is absent where there is no public address. */
export type PaperMark = { code: string; sha256: string; url: string | undefined };

/**
 * Stores the figures of a paper, without a name, under a code. A paper of the same day and figures keeps its code, so that
 * a reload prints the same paper; then `isNew` is false.
 */
export async function issuePaper(
  trx: Db,
  ctx: Context,
  { figures, ...paper }: NewPaper,
): Promise<PaperMark & { isNew: boolean }> {
  const sha256 = createHash('sha256').update(JSON.stringify(figures)).digest('hex');
  const issued = { client_id: paper.client_id, issued_on: ctx.today(), sha256 };
  const same = await queries.findSame(trx, issued);
  const code = same?.code ?? randomBytes(12).toString('hex');
  if (!same)
    await queries.insertPaper(trx, {
      ...{ ...paper, ...issued, code, figures: JSON.stringify(figures), admin_user_id: ctx.actor.id },
    });
  const url = ctx.publicUrl && `${baseAddress(ctx.publicUrl)}/api/paper/${code}`;
  return { code, sha256, url: url || undefined, isNew: !same };
}

/** Line of a paper that says how to check it. */
export const checkLine = ({ code, url }: PaperMark) =>
  `Código de verificação: ${code}${url ? `. Confira em ${url}` : ''}`;

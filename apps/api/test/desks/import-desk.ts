import type {
  ImportAnswers,
  ImportDetail,
  ImportMapping,
  ImportPreview,
  StagedImport,
} from '@morada/contract/desk/imports';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import { expect } from 'vitest';
import { startJobs } from '#api/jobs.ts';
import type { startApp } from '../harness.ts';
import { form } from '../pictures.ts';
import { until } from '../until.ts';

type App = Awaited<ReturnType<typeof startApp>>;
type Staff = ReturnType<App['as']>;
type File = { name?: string; sheet?: number };

/** Actions of the import screen, with the real worker. */
export async function importDesk(app: App, staff: Staff) {
  const jobs = await startJobs(app.deps, app.pool, app.app.log, { crontab: '', pollInterval: 1_000 });
  return { jobs, ...importActions(staff) };
}

/** Actions of the import screen, whose runs are carried out by a worker that was started elsewhere. */
export function importActions(staff: Staff) {
  const send = (kind: ImportKind, content: string | Uint8Array, { name = 'planilha.csv', sheet = 0 }: File = {}) =>
    staff.post(`/import/${kind}/file/${sheet}`, form(Buffer.from(content), name, { type: 'text/csv' }));

  async function stage(kind: ImportKind, content: string | Uint8Array, file?: File) {
    const answer = await send(kind, content, file);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<StagedImport>();
  }

  async function preview({ id, mapping }: { id: number; mapping: ImportMapping }, answers?: ImportAnswers) {
    const answer = await staff.put(`/import/${id}/mapping`, { mapping, answers });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<ImportPreview>();
  }

  const show = async (id: number) => (await staff.get(`/import/${id}`)).json<ImportDetail>();

  const finished = (id: number) =>
    until(
      () => show(id),
      ({ status }) => status !== 'RUNNING',
    );

  /** Imports a file through all steps, with the guessed columns; prices that it asks about are confirmed. */
  async function bring(kind: ImportKind, content: string | Uint8Array, file?: File) {
    const staged = await stage(kind, content, file);
    const { unconfirmed_amounts } = await preview(staged);
    const amounts = unconfirmed_amounts.map(({ line, field, amount }) => ({ line, field, amount }));
    if (amounts.length > 0) await preview(staged, { words: [], people: [], amounts });
    expect((await staff.post(`/import/${staged.id}/run`)).statusCode).toBe(200);
    return finished(staged.id);
  }

  const start = (id: number) => staff.post(`/import/${id}/run`);

  return { send, stage, preview, start, show, finished, bring, undo: (id: number) => staff.post(`/import/${id}/undo`) };
}

/** A CSV as written by Excel in Brazil. */
export const csv = (...rows: (string | number)[][]) => rows.map((row) => `${row.join(';')}\n`).join('');

import type { DiskState } from '@morada/contract/desk/doctor';
import { afterAll, expect, test } from 'vitest';
import { readSettings } from '#api/base/settings.ts';
import { openOutside } from '#api/outside/outside.ts';
import { startApp } from '#test/harness.ts';
import { warnOfDisks } from './disks.service.ts';

const { as, clock, db, deps, signIn, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);

const GIB = 1_073_741_824;
const disk = (state: DiskState['state'], gib: number): DiskState => ({
  ...{ place: '/dados', free: gib * GIB, total: 100 * GIB, state },
  text: `Em /dados há ${gib} GB livres de 100 GB: libere espaço.`,
});
let disks = [disk('advice', 8)];
Object.assign(deps, { disks: async () => disks });
const told = {
  ...deps,
  outside: openOutside(
    readSettings({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'imob@imob.test', PUBLIC_URL: 'https://imob.test' }),
  ),
  publicUrl: 'https://imob.test',
};

const subjects = async () =>
  (await db.selectFrom('outgoing_mail').select(['recipient', 'subject']).orderBy('id').execute()).map(
    ({ recipient, subject }) => [recipient.split('@')[0], subject],
  );

test('everyone who may do everything reads of a disk that fills up, on the first page and by e-mail once a day', async () => {
  await signIn('*');
  await signIn('CLIENT_VIEW');
  await warnOfDisks(told);
  await warnOfDisks(told);
  expect(await subjects()).toEqual([['staff1', 'O disco do servidor está enchendo']]);
  // It got worse on the same day.
  disks = [disk('wrong', 1)];
  await warnOfDisks(told);
  await warnOfDisks(told);
  clock.today = '2026-03-11';
  await warnOfDisks(told);
  expect((await subjects()).map(([, subject]) => subject)).toEqual([
    'O disco do servidor está enchendo',
    'O disco do servidor está quase cheio',
    'O disco do servidor está quase cheio',
  ]);
  expect((await as('*').get('/doctor/disks')).json()).toEqual({ disks });
  expect((await as('CLIENT_VIEW').get('/doctor/disks')).statusCode).toBe(403);
});

test('a disk with room is not told', async () => {
  disks = [disk('fine', 80)];
  await db.deleteFrom('outgoing_mail').execute();
  await warnOfDisks(told);
  expect(await subjects()).toEqual([]);
  expect((await as('*').get('/doctor/disks')).json()).toEqual({ disks: [] });
});

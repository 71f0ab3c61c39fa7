import { execFile } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { addDays, type CalendarDate, dueDateIn, type Reference } from '@morada/domain/base/calendar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { day, text, writeSheet } from '#api/sheets/write.ts';
import { importDesk } from '../desks/import-desk.ts';
import { cpf } from '../factories.ts';
import { startApp } from '../harness.ts';
import { LONG } from '../long.ts';

/** Zones of the machine; the last one, whose day is another one half of the time, is the short form. */
const ZONES = ['UTC', 'America/Sao_Paulo', 'Asia/Tokyo'];

/** On these dates Brazil's clocks moved from 23:59:59 to 1:00: the day has no midnight. */
// biome-ignore format: a list
const WITHOUT_MIDNIGHT = [
  '1949-12-01', '1950-12-01', '1985-11-02', '1986-10-25', '1987-10-25', '1988-10-16', '1989-10-15', '1990-10-21',
  '1991-10-20', '1992-10-25', '1993-10-17', '1994-10-16', '1995-10-15', '1996-10-06', '1997-10-06', '1998-10-11',
  '1999-10-03', '2000-10-08', '2001-10-14', '2002-11-03', '2003-10-19', '2004-11-02', '2005-10-16', '2006-11-05',
  '2007-10-14', '2008-10-19', '2009-10-18', '2010-10-17',
] as CalendarDate[];
const YEARS = Array.from({ length: 81 }, (_, index) => 1930 + index);
/** For each year its first and last days, the days around the end of February, and a varying one. */
const BIRTHS = [
  ...YEARS.flatMap((year) => {
    const february = dueDateIn(`${year}-02` as Reference, 31);
    const first = `${year}-01-01` as CalendarDate;
    return [first, february, addDays(february, 1), addDays(first, (year * 37) % 365), `${year}-12-31` as CalendarDate];
  }),
  ...WITHOUT_MIDNIGHT,
];

const agency = await startApp({ today: '2026-03-10' });
const { as, client, db, stop } = agency;
const desk = await importDesk(agency, as('USER_CREATE', 'CLIENT_VIEW', 'CLIENT_EDIT'));
afterAll(async () => {
  await desk.jobs.stop();
  await stop();
});

type Person = { code: string; name: string; type: string; document: string; birth: CalendarDate };
const COLUMNS = [
  text<Person>('Código', 10, ({ code }) => code),
  text<Person>('Nome', 30, ({ name }) => name),
  text<Person>('Tipo', 12, ({ type }) => type),
  text<Person>('CPF/CNPJ', 20, ({ document }) => document),
  day<Person>('Data de nascimento', 12, ({ birth }) => birth),
];

async function* each<T>(rows: readonly T[]) {
  yield* rows;
}

for (const zone of ZONES)
  describe(`a machine in ${zone}`, zone === ZONES.at(-1) ? {} : LONG, () => {
    const { TZ } = process.env;
    beforeAll(() => {
      process.env.TZ = zone;
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    });
    afterAll(() => {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    });

    const family = `Zona ${ZONES.indexOf(zone)}`;
    const person = (birth: CalendarDate, index: number): Person => ({
      code: `${family}-${index}`,
      name: `${family} ${index}`,
      type: 'Inquilino',
      document: cpf(100_000_000 * (ZONES.indexOf(zone) + 1) + index),
      birth,
    });

    test('births from 1930 to 2010 are returned as typed in a form', LONG, async () => {
      const { id } = await client();
      const staff = as('CLIENT_VIEW', 'CLIENT_EDIT');
      const wrong: unknown[] = [];
      for (const birth_date of BIRTHS.filter((_, index) => index % 12 === 0 || index >= YEARS.length * 5)) {
        const about = { birth_date, rg: 'MG-1', marital_status: 'SOLTEIRO', person_type: 'PF' };
        const saved = (await staff.patch(`/user/${id}/information`, about)).json().information?.birth_date;
        const shown = (await staff.get(`/user/${id}`)).json().information?.birth_date;
        if (saved !== birth_date || shown !== birth_date) wrong.push([birth_date, saved, shown]);
      }
      expect(wrong).toEqual([]);
    });

    test.each(['xlsx', 'csv'] as const)(
      'and as in a spreadsheet, %s',
      async (format) => {
        const people = BIRTHS.map((birth, index) => person(birth, index + (format === 'csv' ? 1_000 : 0)));
        const sheet = await buffer(writeSheet(format, { name: 'Pessoas', columns: COLUMNS, rows: each(people) }));
        const run = await desk.bring('people', sheet, { name: `pessoas.${format}` });
        expect(run).toMatchObject({ status: 'DONE', fresh: people.length });
        const brought = await db
          .selectFrom('client')
          .select(['name', 'birth_date'])
          .where(
            'name',
            'in',
            people.map(({ name }) => name),
          )
          .execute();
        const found = new Map(brought.map(({ name, birth_date }) => [name, birth_date]));
        expect(people.filter(({ name, birth }) => found.get(name) !== birth)).toEqual([]);
      },
      120_000,
    );

    test('the civil day changes at midnight in São Paulo', async () => {
      const turns = ['2026-12-31T23:59:59-03:00', '2027-01-01T00:00:00-03:00', '2028-02-29T23:59:59-03:00'];
      const program = `
        const { civilDay } = await import(${JSON.stringify(fileURLToPath(new URL('../../src/base/clock.ts', import.meta.url)))});
        const machine = Date.now();
        for (const turn of ${JSON.stringify(turns)}) {
          process.env.TEST_CLOCK_OFFSET = String(Date.parse(turn) - machine);
          console.log(civilDay(undefined)());
        }`;
      const clock = fileURLToPath(new URL('../../../../scripts/times/clock.ts', import.meta.url));
      const { TEST_CLOCK_OFFSET: _, ...env } = process.env;
      const words = ['--import', clock, '--input-type=module', '--eval', program];
      const { stdout } = await promisify(execFile)(process.execPath, words, {
        env: { ...env, TEST_CLOCK_OFFSET: '0' },
      });
      expect(stdout.trim().split('\n')).toEqual(['2026-12-31', '2027-01-01', '2028-02-29']);
    });
  });

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#api/context.ts';
import { importDesk } from '#test/desks/import-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { importPortfolio } from './imports.service.ts';

const FOLDER = fileURLToPath(new URL('../../../../../../../shared/data/carteira', import.meta.url));
const TODAY = '2026-11-20';

const byLine = (one: { line: number }, other: { line: number }) => one.line - other.line;

/** Only the import screen warns of accounts that fail their bank's rules; both ways accept them. */
const isLeftOut = ({ reason }: { reason: string }) => !reason.endsWith('entra como está');

type Register = Record<'people' | 'accounts' | 'properties' | 'fees' | 'leases', unknown[][]>;

/** The register without ids and timestamps. */
async function register(db: Db) {
  const { rows } = await sql<Register>`select
    (select json_agg(c order by c) from (select jsonb_build_array(name, type, cpf_cnpj, email, phone, birth_date, street, number, cep, state) as c from client) x) as people,
    (select json_agg(b order by b) from (select jsonb_build_array(code, bank_name, agency_number, account_number, document, pix_key) as b from bank_account) x) as accounts,
    (select json_agg(p order by p) from (select jsonb_build_array(external_id, status, type, location, price, street, number, city, bedrooms) as p from property) x) as properties,
    (select json_agg(f order by f) from (select jsonb_build_array(p.external_id, f.name, f.price) as f from property_fee f join property p on p.id = f.property_id) x) as fees,
    (select json_agg(l order by l) from (select jsonb_build_array(p.external_id, c.cpf_cnpj, l.price, l.current_price, l.commission, l.start_date, l.end_date,
      l.next_readjustment, l.guarantee, l.status, l.bank_account) as l from proposal l join property p on p.id = l.property_id join client c on c.id = l.user_id) x) as leases`.execute(
    db,
  );
  if (!rows[0]) throw new Error('no register');
  return rows[0];
}

test.skipIf(!existsSync(FOLDER))(
  'the import screen and the command read the same files alike',
  { ...LONG, timeout: 120_000 },
  async () => {
    const app = await startApp({ today: TODAY });
    const { rejeitados, ...report } = await importPortfolio(app.ctx, FOLDER);
    const inCommand = await register(app.db);
    await app.empty();

    const desk = await importDesk(
      app,
      app.as('USER_CREATE', 'PROPERTY_CREATE', 'PROPOSAL_CREATE', 'CLIENT_EDIT', 'FISCAL_EDIT'),
    );
    const bring = async (kind: 'people' | 'properties' | 'contracts', name: string) =>
      desk.bring(kind, await readFile(join(FOLDER, name)), { name });
    const runs = [
      await bring('people', 'pessoas.csv'),
      await bring('properties', 'imoveis.csv'),
      await bring('contracts', 'contratos.csv'),
    ];

    // The command refuses a person with an invalid e-mail; the import screen accepts the person without it, and warns.
    const incomplete = (runs[0]?.warnings ?? []).filter(isLeftOut);
    expect(incomplete.map(({ field }) => field)).toEqual(['email']);
    expect(runs.map((run) => run.fresh)).toEqual([report.pessoas + 1, report.imoveis, report.contratos]);
    // A single file doesn't know why another refused a record, only that it is missing.
    const alone = (reason: string) => reason.replace(/^(pessoa rejeitada|imóvel rejeitado)$/, 'não existe');
    const said = runs.flatMap(({ refusals, warnings }) =>
      [...refusals, ...warnings.filter(isLeftOut)].toSorted(byLine),
    );
    expect(said.map(({ field, reason }) => [field, reason.replace(': entra sem e-mail', '')])).toEqual(
      rejeitados.map(({ campo, motivo }) => [campo, alone(motivo)]),
    );
    const inWindow = await register(app.db);
    // The person without an e-mail is used by no property and no contract.
    const more = inWindow.people.filter(
      (person) => !inCommand.people.some((other) => isDeepStrictEqual(person, other)),
    );
    expect(more).toMatchObject([{ 3: null }]);
    const document = more[0]?.[2];
    expect({
      ...inWindow,
      people: inWindow.people.filter((person) => person !== more[0]),
      accounts: inWindow.accounts.filter((account) => account[4] !== document),
    }).toEqual(inCommand);

    await desk.jobs.stop();
    await app.stop();
  },
);

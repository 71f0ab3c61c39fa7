import { type ClientBase, escapeIdentifier } from 'pg';

const SCHEMAS = ['public', 'graphile_worker'];
const ROWS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/**
 * Tables on which the serving role needs fewer rights. In the trail only the columns that name people outside the staff
 * are ever updated, when a client is anonymised.
 */
const NARROWER: Record<string, { rights: string[]; columns?: string }> = {
  'public.migration': { rights: ['SELECT'] },
  'graphile_worker.migrations': { rights: ['SELECT'] },
  'public.ledger_entry': { rights: ['SELECT', 'INSERT'] },
  'public.ledger_line': { rights: ['SELECT', 'INSERT'] },
  'public.ledger_removal': { rights: ['SELECT'] },
  'public.trail': { rights: ['SELECT', 'INSERT'], columns: 'update (changes, person)' },
};

/** Functions that work with the owner's rights and check what they do. Other roles may not call them. */
const CALLED = ['public.remove_demonstration_history()'];

/** Tables whose statistics an import renews. */
export const ANALYZED = [
  'client',
  'bank_account',
  'property',
  'property_owner',
  'property_fee',
  'proposal',
  'import_record',
  'trail',
];
/** First version with the right to analyze a table that the role doesn't own; before it, autovacuum does so later. */
const MAINTAIN_SINCE = 170_000;

type Relation = { name: string; path: string; kind: 'r' | 'p' | 'v' | 'S'; held: string[]; lacks_policy: boolean };

/**
 * Run by the owner before the migrations: new tables are then open to the serving role as soon as a migration commits,
 * also for servers of the former version whose triggers write there.
 */
export async function openToServing(owner: ClientBase, role: string): Promise<void> {
  const { rows } = await owner.query<{ database: string; may_connect: boolean; has_defaults: boolean }>(
    `select quote_ident(current_database()) as database,
       has_database_privilege(r.oid, current_database(), 'connect') as may_connect,
       exists (select from pg_default_acl, aclexplode(defaclacl) a
         where defaclrole = (select oid from pg_roles where rolname = current_user) and defaclnamespace = 0
           and defaclobjtype = 'r' and a.grantee = r.oid) as has_defaults
     from pg_roles r where rolname = $1`,
    [role],
  );
  const [found] = rows;
  if (!found)
    throw new Error(
      `O usuário ${role}, de DATABASE_URL, não existe no PostgreSQL. Crie-o: create role ${role} login password '…'`,
    );
  const to = escapeIdentifier(role);
  await carryOut(owner, [
    ...(found.may_connect ? [] : [`grant connect on database ${found.database} to ${to}`]),
    ...(found.has_defaults
      ? []
      : [
          `alter default privileges grant ${ROWS.join(', ')} on tables to ${to}`,
          `alter default privileges grant usage on sequences to ${to}`,
        ]),
  ]);
}

/** Run by the owner after the migrations: grants the rights that the role lacks on our tables, revokes all others. */
export async function allowServing(owner: ClientBase, role: string): Promise<void> {
  const { rows } = await owner.query<{ version: number; closed: string[]; uncalled: string[] }>(
    `select current_setting('server_version_num')::int as version,
       array(select name from unnest($3::text[]) as name where not has_function_privilege($1, name, 'execute')) as uncalled,
       array(select nspname::text from pg_namespace
         where nspname = any($2) and not has_schema_privilege($1, oid, 'usage')) as closed`,
    [role, SCHEMAS, CALLED],
  );
  const { version = 0, closed = [], uncalled = [] } = rows[0] ?? {};
  const { rows: relations } = await owner.query<Relation>(
    `select c.oid::regclass::text as name, nspname || '.' || relname as path, relkind as kind,
       array(select privilege_type from aclexplode(relacl) where grantee = r.oid) as held,
       relrowsecurity and not exists (select from pg_policy where polrelid = c.oid and r.oid = any(polroles))
         as lacks_policy
     from pg_roles r, pg_class c join pg_namespace n on n.oid = relnamespace
     where rolname = $1 and nspname = any($2) and relkind in ('r', 'p', 'v', 'S')
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`,
    [role, SCHEMAS],
  );
  const to = escapeIdentifier(role);
  await carryOut(owner, [
    ...closed.map((schema) => `grant usage on schema ${schema} to ${to}`),
    ...uncalled.map((name) => `grant execute on function ${name} to ${to}`),
    ...relations.flatMap((relation) => changesOf(relation, version, to)),
  ]);
}

/** In one transaction; without statements nothing is written. */
const carryOut = async (owner: ClientBase, statements: readonly string[]) =>
  statements.length > 0 ? void (await owner.query(statements.join(';\n'))) : undefined;

function changesOf({ name, path, kind, held, lacks_policy }: Relation, version: number, to: string): string[] {
  const { rights, columns } = wanted(path, kind, version);
  const object = `${kind === 'S' ? 'sequence' : 'table'} ${name}`;
  const isRight = held.length === rights.length && rights.every((right) => held.includes(right));
  return [
    ...(isRight
      ? []
      : [`revoke all on ${object} from ${to}`, `grant ${[...rights, ...columns].join(', ')} on ${object} to ${to}`]),
    // graphile-worker closes its tables by row level security, which the owner alone passes.
    ...(lacks_policy ? [`create policy ${to} on ${name} to ${to} using (true) with check (true)`] : []),
  ];
}

function wanted(path: string, kind: Relation['kind'], version: number): { rights: string[]; columns: string[] } {
  if (kind === 'S') return { rights: ['USAGE'], columns: [] };
  if (kind === 'v') return { rights: ['SELECT'], columns: [] };
  const { rights = ROWS, columns } = NARROWER[path] ?? {};
  const isMaintained = version >= MAINTAIN_SINCE && ANALYZED.some((table) => path === `public.${table}`);
  return { rights: isMaintained ? [...rights, 'MAINTAIN'] : rights, columns: columns ? [columns] : [] };
}

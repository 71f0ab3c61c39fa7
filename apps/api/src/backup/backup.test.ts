import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { connect } from '#api/db/connection/connect.ts';
import { applyMigration, knownMigrations, migrate, prepareMigrations } from '#api/db/migrate.ts';
import { openStorage, type Storage } from '#api/files/storage.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { linksOf } from '#api/modules/money/invoice-links/invoice-links.service.ts';
import { removePhotograph } from '#api/modules/registry/properties/photographs.service.ts';
import { LONG } from '#test/long.ts';
import { ask, emptyDatabase } from '../../test/empty-database.ts';
import { startApp } from '../../test/harness.ts';
import { form, jpeg, picture } from '../../test/pictures.ts';
import { startS3 } from '../../test/servers/s3-server.ts';
import { smallAgency } from '../../test/small-agency.ts';
import { printsOf } from '../../test/table-prints.ts';
import { openArchive } from './archive.ts';
import { backUp } from './backup.ts';
import { FILE_COLUMNS, FILE_FOLDERS, findFileKeys } from './kept-files.ts';
import { fromLines } from './lines.ts';
import { fileEntry, MANIFEST, MANIFEST_SUM, type Manifest, tableEntry } from './manifest.ts';
import { moveDatabase } from './move.ts';
import { restore } from './restore.ts';
import { datedName, rotate } from './rotation.ts';
import { LAYOUT, seal } from './seal.ts';
import { findUnnamedFiles } from './unnamed-files.ts';

const agency = await startApp({ today: '2026-03-10', hears: true });
const { as, connection, db, deps, ctx, property, photograph, invoice, client, stop } = agency;
const folder = await mkdtemp(join(tmpdir(), 'morada-backup-'));
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

const staff = as('*');
let archives = 0;
const newFile = () => join(folder, `backup-${++archives}.zip`);

/** An archive of the agency as it was at first, which most cases read or damage. */
const whole = newFile();
let made: Manifest;

beforeAll(async () => {
  await smallAgency(agency);
  const { id } = await property();
  await photograph(id);
  await photograph(id, 'cozinha.jpg');
  const contract = await db.selectFrom('proposal').select('id').executeTakeFirstOrThrow();
  expect((await staff.put(`/proposal/${contract.id}/RG_FRONT`, form(await jpeg(90, 60)))).statusCode).toBe(201);
  expect((await staff.put('/agency/logo', form(await picture(60, 30).png().toBuffer()))).statusCode).toBe(201);
  await linksOf(ctx, db, [{ invoice_id: 1, proposal_id: 1 }]);
  // Values that a text format could corrupt: quotes, line ends, other formats' NULL, and JSON null.
  await client({ name: 'D\'Ávila "Zé" \\N NULL {a,b}\n\ttab', email: null, phone: '' });
  const { adminId } = await agency.signIn('CLIENT_VIEW');
  await db
    .insertInto('idempotency_key')
    .values({ admin_user_id: adminId, key: 'a', request_hash: Buffer.from([0, 255, 10]), answer: 'null' })
    .execute();
  // Does not compress, so that a sealed archive has several chunks.
  const large = { key: 'document/11111111111111111111111111111111.pdf', name: 'a.pdf', bytes: 200_000 };
  await deps.files.put(large.key, randomBytes(large.bytes), 'application/pdf');
  await db
    .insertInto('stored_file')
    .values({ ...large, media_type: 'application/pdf' })
    .execute();
  made = await backUp(connection, deps.files, whole);
});

const sequencesOf = (at: object) =>
  ask(at, `select sequencename, last_value::text from pg_sequences where schemaname = 'public' order by 1`);

const keysOf = async (at: object) => {
  const reader = new Client(at);
  await reader.connect();
  const keys = await findFileKeys(reader);
  await reader.end();
  return [...keys].sort();
};

/** Parts of the schema that a restore disables temporarily. */
const guardsOf = (at: object) =>
  ask(
    at,
    `select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text as guard
     from pg_constraint where connamespace = 'public'::regnamespace
     union all select tgrelid::regclass || ' ' || tgname || tgenabled::text from pg_trigger where not tgisinternal order by 1`,
  );

async function emptyPlace() {
  const database = await emptyDatabase();
  const files = join(folder, `arquivos-${++archives}`);
  return {
    database,
    files,
    place: {
      storage: openStorage({ DATA_DIR: '', STORAGE_URL: files }),
      folder: files,
      open: async () => ({ connection: database, release: async () => {} }),
    },
  };
}

/** The agency as it is restored from the archive, once for the cases that read it. */
let restoring: ReturnType<typeof restoreWhole> | undefined;
const restored = () => (restoring ??= restoreWhole());
async function restoreWhole() {
  const target = await emptyPlace();
  await restore(whole, target.place);
  return target;
}

async function filesIn(at: string) {
  const entries = await readdir(at, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(at.length + 1))
    .sort();
}

async function expectNothing({ database, files }: Awaited<ReturnType<typeof emptyPlace>>) {
  expect(await ask(database, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
  expect(existsSync(files) ? await readdir(files) : []).toEqual([]);
}

test('a restore reproduces every row, file and constraint', async () => {
  expect((await stat(whole)).mode & 0o777).toBe(0o600);
  expect(made.missing).toEqual([]);
  // Two photographs of two sizes, two documents, a logo and the key of the links.
  expect(made.files).toHaveLength(8);

  const { database, files } = await restored();
  expect(await printsOf(database)).toEqual(await printsOf(connection));
  expect(await sequencesOf(database)).toEqual(await sequencesOf(connection));
  expect(await guardsOf(database)).toEqual(await guardsOf(connection));
  expect(await filesIn(files)).toEqual(await keysOf(connection));
  for (const key of await keysOf(connection))
    expect(await readFile(join(files, key))).toEqual(await buffer(await deps.files.stream(key)));

  const { db: there } = connect(database, 2);
  expect(await verifyBooks(there)).toEqual([]);
  await there.destroy();
});

test('takes a new snapshot when a file is deleted before it is archived', LONG, async () => {
  const { id } = await property();
  await photograph(id);
  const row = await db
    .selectFrom('property_image')
    .select('id')
    .where('property_id', '=', id)
    .executeTakeFirstOrThrow();
  let added: Promise<unknown> | undefined;
  /** A photograph is added while the files are read, and removed as soon as it is asked for. */
  const busy: Storage = {
    ...deps.files,
    stream: async (key) => {
      added ??= photograph(id, 'quarto.jpg').then(async (image) => {
        const { key: name } = await db
          .selectFrom('property_image')
          .select('key')
          .where('id', '=', image.id)
          .executeTakeFirstOrThrow();
        return { id: image.id, name };
      });
      const { id: late, name } = (await added) as { id: number; name: string };
      if (key.includes(name)) await removePhotograph(ctx, late).catch(() => {});
      return deps.files.stream(key);
    },
  };
  const file = newFile();
  const manifest = await backUp(connection, busy, file);
  expect(manifest.missing).toEqual([]);
  expect(manifest.files.map(({ key }) => key).sort()).toEqual(await keysOf(connection));
  const images = await rowsIn(file, 'property_image');
  expect(images.filter((image) => image.property_id === String(id))).toMatchObject([{ id: String(row.id) }]);
});

/** Rows of a table in an archive, with values in PostgreSQL's text format. */
async function rowsIn(file: string, name: string) {
  const archive = await openArchive(file);
  const table = archive.manifest.tables.find((one) => one.name === name) ?? expect.unreachable();
  const rows: Record<string, string | null>[] = [];
  for await (const batch of fromLines(await archive.read(tableEntry(name), table), table.columns.length))
    for (const row of batch)
      rows.push(Object.fromEntries(table.columns.map((column, at) => [column, row[at] ?? null])));
  archive.close();
  return rows;
}

describe('a refused restore leaves the target unchanged:', () => {
  async function damaged(change: (file: string) => Promise<void>) {
    const file = newFile();
    await writeFile(file, await readFile(whole));
    await change(file);
    return file;
  }

  /** Changes one byte inside an entry's content. */
  const scratch = (name: string) => async (file: string) => {
    const bytes = await readFile(file);
    const place = bytes.indexOf(name) + name.length + 40;
    const handle = await open(file, 'r+');
    await handle.write(Buffer.from([(bytes[place] ?? 0) ^ 0x10]), 0, 1, place);
    await handle.close();
  };

  /** Repacked with a changed entry and valid zip checksums. */
  const repacked = (alter: (name: string, bytes: Buffer) => Buffer | undefined) => async (file: string) => {
    const { entries } = await everyEntry(file);
    const zip = new ZipFile();
    for (const [name, bytes] of entries) {
      const altered = alter(name, bytes);
      if (altered) zip.addBuffer(altered, name);
    }
    zip.end();
    await writeFile(file, await buffer(zip.outputStream as NodeJS.ReadableStream));
  };

  async function everyEntry(file: string) {
    const { openPromise } = await import('yauzl');
    const zip = await openPromise(file, { autoClose: false });
    const entries: [string, Buffer][] = [];
    for await (const entry of zip.eachEntry())
      entries.push([entry.fileName, await buffer(await zip.openReadStreamPromise(entry))]);
    zip.close();
    return { entries };
  }

  const image = async () => (await keysOf(connection)).find((key) => key.startsWith('image/full/')) ?? '';

  /** Those that change one figure or byte are short. */
  const DAMAGES: [string, (file: string) => Promise<void>, RegExp, object?][] = [
    [
      'cut short',
      async (file) => truncate(file, Math.floor((await stat(file)).size * 0.6)),
      /incompleto ou danificado/,
    ],
    ['without its last bytes', async (file) => truncate(file, (await stat(file)).size - 9), /incompleto ou danificado/],
    [
      'a scratched photograph',
      async (file) => scratch(fileEntry(await image()))(file),
      /image\/full\/.* não confere/,
      {},
    ],
    ['a scratched table', scratch('tables/ledger_line.ndjson'), /tables\/ledger_line.ndjson não confere/],
    [
      'a changed amount',
      repacked((name, bytes) =>
        name === 'tables/invoice.ndjson' ? Buffer.from(bytes.toString().replace('"150000"', '"950000"')) : bytes,
      ),
      /tables\/invoice.ndjson não confere/,
      {},
    ],
    [
      'a changed manifest',
      repacked((name, bytes) =>
        name === 'manifest.json' ? Buffer.from(bytes.toString().replace('"rows": ', '"rows": 1')) : bytes,
      ),
      /manifest.json não confere/,
    ],
    [
      'a table left out',
      repacked((name, bytes) => (name === 'tables/client.ndjson' ? undefined : bytes)),
      /falta tables\/client.ndjson/,
    ],
    ['no backup at all', (file) => writeFile(file, 'uma carta'), /incompleto ou danificado/],
  ];
  for (const [title, change, words, form = LONG] of DAMAGES)
    test(title, form, async () => {
      const file = await damaged(change);
      const target = await emptyPlace();
      await expect(restore(file, target.place)).rejects.toThrow(words);
      await expectNothing(target);
    });

  test('missing archive', LONG, async () => {
    const target = await emptyPlace();
    await expect(restore(join(folder, 'nada.zip'), target.place)).rejects.toThrow(/Não há um backup em/);
    await expectNothing(target);
  });

  /** Repacked with other migrations, and the sum of the manifest that names them. */
  const ofMigrations = (alter: (migrations: Manifest['migrations']) => Manifest['migrations']) => {
    const text = Buffer.from(JSON.stringify({ ...made, migrations: alter(made.migrations) }));
    const sum = Buffer.from(createHash('sha256').update(text).digest('hex'));
    return repacked((name, bytes) => ({ [MANIFEST]: text, [MANIFEST_SUM]: sum })[name] ?? bytes);
  };

  test.each<[string, (file: string) => Promise<void>, RegExp]>([
    [
      'newer version',
      (file) => ofMigrations((all) => [...all, { name: '9999_future.sql', checksum: 'a' }])(file),
      /versão mais nova da Morada \(9999_future.sql\)/,
    ],
    [
      'diverging migrations',
      (file) =>
        ofMigrations((all) => all.map((one) => (one.name === '0003_search.sql' ? { ...one, checksum: 'b' } : one)))(
          file,
        ),
      /0003_search.sql tem outro texto/,
    ],
  ])('%s', LONG, async (_, change, words) => {
    const target = await emptyPlace();
    await expect(restore(await damaged(change), target.place)).rejects.toThrow(words);
    await expectNothing(target);
  });

  test('database in use, or folder not empty', async () => {
    const { place } = await emptyPlace();
    const before = await printsOf(connection);
    const used = { ...place, open: async () => ({ connection, release: async () => {} }) };
    await expect(restore(whole, used)).rejects.toThrow(/não está vazio, e nada foi mudado/);
    expect(await printsOf(connection)).toEqual(before);

    const target = await emptyPlace();
    await target.place.storage.put('image/full/antes.jpg', Buffer.from('antes'), 'image/jpeg');
    await expect(restore(whole, target.place)).rejects.toThrow(/não está vazia, e nada foi mudado/);
    expect(await filesIn(target.files)).toEqual(['image/full/antes.jpg']);
    await rm(target.files, { recursive: true });
    await expectNothing(target);
  });

  test('storage that fails halfway', LONG, async () => {
    const target = await emptyPlace();
    let puts = 0;
    const full: Storage = {
      ...target.place.storage,
      put: (...words) => (++puts > 2 ? Promise.reject(new Error('no space')) : target.place.storage.put(...words)),
    };
    await expect(restore(whole, { ...target.place, storage: full })).rejects.toThrow('no space');
    expect(puts).toBe(3);
    await expectNothing(target);
  });
});

describe('an encrypted archive', () => {
  const key = 'chuva em Juiz de Fora';
  const sealed = newFile();
  beforeAll(async () => {
    // A guess at the key of `backUp` costs half a second of a processor.
    const cheap = { log2N: 4, r: 1, p: 1 };
    const content = (bytes: AsyncIterable<Buffer>) => seal(bytes, key, cheap);
    await pipeline(createReadStream(whole), content, createWriteStream(sealed));
  });

  /** Expects that the bytes reveal no table, file or person. */
  async function expectHidden(file: string) {
    const bytes = await readFile(file);
    const [client] = await ask<{ name: string }>(connection, `select name from client where name <> '' limit 1`);
    for (const words of ['PK\x03\x04', 'tables/', 'document/', 'image/', 'manifest', client?.name ?? ''])
      expect(bytes.includes(words)).toBe(false);
  }

  test(
    'is restored like a plain one, with every file of a bucket; one that was missing before is named',
    LONG,
    async () => {
      const missing = 'document/00000000000000000000000000000000.pdf';
      const s3 = await startS3({ accessKeyId: 'MORADA', bucket: 'fotos', region: 'us-east-1' });
      try {
        const STORAGE_URL = `s3://MORADA:segredo@${s3.host}/fotos?insecure`;
        const bucket = openStorage({ DATA_DIR: '', STORAGE_URL });
        const there = await keysOf(connection);
        for (const key of there) await bucket.put(key, await buffer(await deps.files.stream(key)), 'a/b');
        const row = { key: missing, name: 'a.pdf', media_type: 'application/pdf', bytes: 1 };
        await db.insertInto('stored_file').values(row).execute();
        const file = newFile();
        expect((await backUp(connection, bucket, file, key)).missing).toEqual([missing]);
        expect((await stat(file)).mode & 0o777).toBe(0o600);
        await expectHidden(file);
        s3.objects.clear();
        const { database, place } = await emptyPlace();
        const manifest = await restore(file, { ...place, storage: bucket, folder: undefined }, { key });
        expect([manifest.isSealed, manifest.missing]).toEqual([true, [missing]]);
        expect(await printsOf(database)).toEqual(await printsOf(connection));
        expect([...s3.objects.keys()].sort()).toEqual(there);
        const MEDIA: Record<string, string> = {
          ...{ png: 'image/png', jpg: 'image/jpeg', pdf: 'application/pdf', key: 'application/octet-stream' },
        };
        for (const [key, { bytes, type }] of s3.objects) {
          expect(bytes).toEqual(await buffer(await deps.files.stream(key)));
          expect(type).toBe(MEDIA[key.split('.')[1] ?? '']);
        }
      } finally {
        await db.deleteFrom('stored_file').where('key', '=', missing).execute();
        await s3.stop();
      }
    },
  );

  const at = (place: number) => async (file: string) => {
    const bytes = await readFile(file);
    const index = place < 0 ? bytes.length + place : place;
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    await writeFile(file, bytes);
  };
  const swapped = async (file: string) => {
    const bytes = await readFile(file);
    const [from, to] = [LAYOUT.HEADER, LAYOUT.HEADER + LAYOUT.STEP];
    const first = Buffer.from(bytes.subarray(from, to));
    bytes.copy(bytes, from, to, to + LAYOUT.STEP);
    first.copy(bytes, to);
    await writeFile(file, bytes);
  };

  test.each<[string, (file: string) => Promise<void>, string | undefined, RegExp]>([
    ['of another key', async () => {}, `${key}.`, /A chave não é a deste backup/],
    ['without its key', async () => {}, undefined, /está criptografado: informe a chave/],
    ['cut within a chunk', (file) => truncate(file, LAYOUT.HEADER + 5_000), key, /está cortado/],
    ['cut after a chunk', (file) => truncate(file, LAYOUT.HEADER + LAYOUT.STEP), key, /está cortado/],
    ['without its end', async (file) => truncate(file, (await stat(file)).size - LAYOUT.END), key, /está cortado/],
    ['with a changed first chunk', at(LAYOUT.HEADER + 100), key, /bloco 1 de \d+ não confere/],
    ['with a changed directory', at(-LAYOUT.END - 40), key, /bloco (\d+) de \1 não confere/],
    ['with swapped chunks', swapped, key, /bloco 1 de \d+ não confere/],
  ])('%s is refused, and the target is unchanged', async (_, change, given, words) => {
    expect((await stat(sealed)).size).toBeGreaterThan(LAYOUT.HEADER + 2 * LAYOUT.STEP);
    const file = newFile();
    await writeFile(file, await readFile(sealed));
    await change(file);
    const target = await emptyPlace();
    await expect(restore(file, target.place, { key: given })).rejects.toThrow(words);
    await expectNothing(target);
  });

  test(
    'an unencrypted archive is restored with a key set, and refused where only encrypted ones are kept',
    LONG,
    async () => {
      const plain = newFile();
      await backUp(connection, deps.files, plain);
      const target = await emptyPlace();
      await expect(restore(plain, target.place, { key, onlySealed: true })).rejects.toThrow(/não está criptografada/);
      await expectNothing(target);
      expect((await restore(plain, target.place, { key })).isSealed).toBe(false);
      expect(await printsOf(target.database)).toEqual(await printsOf(connection));
    },
  );

  test('a failed one leaves no file', LONG, async () => {
    const failing = newFile();
    const away: Storage = { ...deps.files, stream: () => Promise.reject(new Error('storage away')) };
    await expect(backUp(connection, away, failing, key)).rejects.toThrow('storage away');
    expect((await readdir(folder)).filter((name) => failing.endsWith(name) || name.endsWith('.part'))).toEqual([]);
  });
});

test('a backup never overwrites another, and a failed one leaves no file', LONG, async () => {
  const file = newFile();
  await writeFile(file, 'antes');
  await expect(backUp(connection, deps.files, file)).rejects.toThrow(/Já existe um arquivo/);
  expect((await readFile(file)).toString()).toBe('antes');

  const failing = newFile();
  const away: Storage = { ...deps.files, stream: () => Promise.reject(new Error('storage away')) };
  await expect(backUp(connection, away, failing)).rejects.toThrow('storage away');
  expect((await readdir(folder)).filter((name) => failing.endsWith(name) || name.endsWith('.part'))).toEqual([]);

  await expect(backUp(await emptyDatabase(), deps.files, newFile())).rejects.toThrow('O banco de dados está vazio.');
});

test('restores an archive of an older schema, which the next start migrates', {
  ...LONG,
  timeout: 60_000,
}, async () => {
  const old = await emptyDatabase();
  const steps = (await knownMigrations()).filter(({ name }) => name < '0007');
  const writer = new Client(old);
  await writer.connect();
  await prepareMigrations(writer);
  for (const step of steps) await applyMigration(writer, step);
  await writer.query(`insert into client (name, type, cpf_cnpj, phone) values ('Ana Prado', 'TENANT', '', '32')`);
  await writer.end();
  const file = newFile();
  await backUp(old, deps.files, file);

  const { database, place } = await emptyPlace();
  await restore(file, place);
  expect(await printsOf(database)).toEqual(await printsOf(old));
  const later = (await knownMigrations()).filter(({ name }) => name >= '0007').map(({ name }) => name);
  expect(await migrate(database)).toEqual(later);
  expect(await ask(database, `select name from client where search like '%prado%'`)).toEqual([{ name: 'Ana Prado' }]);
  const { db: there } = connect(database, 2);
  expect(await verifyBooks(there)).toEqual([]);
  await there.destroy();
});

test('copies a table larger than the memory for a batch', { ...LONG, timeout: 120_000 }, async () => {
  const large = await emptyDatabase();
  await migrate(large);
  await ask(
    large,
    `insert into trail (actor, record, record_id, action, changes)
     select 'Sistema', 'client', n, 'change', json_build_object('text', repeat(chr(65 + n % 26), 20 + n % 400))
     from generate_series(1, 12000) n`,
  );
  // A single row larger than a whole batch of others.
  await ask(
    large,
    `insert into trail (actor, record, record_id, action, changes)
     values ('Sistema', 'client', 0, 'change', json_build_object('text', repeat('é', 6000000)))`,
  );
  const file = newFile();
  const { tables } = await backUp(large, deps.files, file);
  expect(tables.find(({ name }) => name === 'trail')?.rows).toBe(12_001);
  const { database, place } = await emptyPlace();
  await restore(file, place);
  expect(await printsOf(database)).toEqual(await printsOf(large));
});

test('in a bucket, old unreferenced files are distinguished from recent ones', LONG, async () => {
  const s3 = await startS3({ accessKeyId: 'MORADA', bucket: 'papeis', region: 'sa-east-1', page: 3 });
  const storage = openStorage({
    DATA_DIR: '',
    STORAGE_URL: `s3://MORADA:segredo@${s3.host}/papeis?region=sa-east-1&insecure`,
  });
  const keys = await keysOf(connection);
  // The demonstration submits nothing to the tax office, so it has no fiscal files.
  const folders = FILE_FOLDERS.filter((folder) => folder !== 'fiscal');
  expect([...new Set(keys.map((key) => key.split('/', 1)[0]))]).toEqual(folders);
  const middle = keys.filter((key) => key.startsWith('image/full/')).map((key) => key.replace('full', 'medium'));
  const left = ['document/aa.pdf', 'image/full/bb.jpg', 'image/medium/bb.jpg', 'image/thumb/bb.jpg'];
  const [now, old] = [new Date('2026-03-10T12:00:00Z'), new Date('2026-03-09T11:59:59Z')];
  for (const key of [...keys, ...middle, ...left, 'document/agora.pdf', 'documentos de outro/antigo.pdf']) {
    await storage.put(key, Buffer.from('x'), 'application/pdf');
    s3.since.set(key, key === 'document/agora.pdf' ? new Date('2026-03-09T12:00:01Z') : old);
  }
  const reader = new Client(connection);
  await reader.connect();
  const { unnamed, named } = await findUnnamedFiles(reader, storage, now);
  await reader.end();
  await s3.stop();
  expect(unnamed.sort()).toEqual(left);
  expect(named).toBe(keys.length + middle.length);
});

test('every column that refers to a file is covered', async () => {
  const columns = await ask<{ name: string }>(
    connection,
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'ARRAY')
       and column_name ~ '(^|_)(keys?|logo|logo_dark|icon|photo|image|picture|cover|avatar|attachment|document_key|path)$'`,
  );
  /** Columns named `key` that aren't storage keys. */
  const others = [
    'idempotency_key.key',
    'login_failure.key',
    'access_ticket.path',
    'bank_link.private_key',
    'bank_movement.key',
    'bank_movement.file_key',
    'bank_link.account_key',
    'statement_account.account_key',
    'message.key',
    'lease_note.key',
    'note_certificate.private_key',
    'service_note.key',
    'portal_lead.key',
    'signature_envelope.provider_key',
    'signature_errand.document_key',
    'signature_notice.key',
    'signature_signer.provider_key',
  ];
  const pix = columns.map(({ name }) => name).filter((name) => name.endsWith('.pix_key'));
  expect(
    columns
      .map(({ name }) => name)
      .filter((name) => !others.includes(name) && !pix.includes(name))
      .sort(),
  ).toEqual(FILE_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort());
});

describe('moving to another database', () => {
  test('copies every row and leaves the source unchanged', { ...LONG, timeout: 60_000 }, async () => {
    const { database: source } = await restored();
    const before = await printsOf(source);
    const target = await emptyDatabase();
    const rows = await moveDatabase(source, target);
    expect(rows.get('client')).toBe(Number(before.client?.split(' ')[0]));
    expect(await printsOf(target)).toEqual(before);
    expect(await printsOf(source)).toEqual(before);
    expect(await sequencesOf(target)).toEqual(await sequencesOf(source));
    expect(await guardsOf(target)).toEqual(await guardsOf(source));

    await expect(moveDatabase(source, target)).rejects.toThrow(/destino não está vazio, e nada foi mudado/);
    expect(await printsOf(target)).toEqual(before);
  });

  test('refuses a source in use, an empty source and a missing target', async () => {
    const target = await emptyDatabase();
    await expect(moveDatabase(connection, target)).rejects.toThrow(/Há um servidor ou um comando trabalhando/);
    await expect(moveDatabase(target, await emptyDatabase())).rejects.toThrow(/origem está vazio/);
    await expect(moveDatabase(connection, { connectionString: 'postgres://a:b@127.0.0.1:9/nada' })).rejects.toThrow(
      /destino não responde/,
    );
    expect(await ask(target, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
  });
});

test('rotation removes dated backups beyond the newest, and no other file', async () => {
  const at = await mkdtemp(join(folder, 'datados-'));
  const names = ['2026-03-08T23:59:59', '2026-03-09T04:05:06.07', '2026-03-10T00:00:00'].map((time) =>
    datedName(Temporal.PlainDateTime.from(time).toZonedDateTime('America/Sao_Paulo')),
  );
  expect(names).toEqual([
    'morada-2026-03-08-235959000.zip',
    'morada-2026-03-09-040506070.zip',
    'morada-2026-03-10-000000000.zip',
  ]);
  const sealed = datedName(Temporal.ZonedDateTime.from('2026-03-09T12:00:00[America/Sao_Paulo]'), { isSealed: true });
  expect(sealed).toBe('morada-2026-03-09-120000000.zip.enc');
  const others = ['antes-da-mudanca.zip', 'morada-2026-03-07.zip', 'morada-2026-03-08-235959000.zip.part'];
  for (const name of [...names, sealed, ...others]) await writeFile(join(at, name), '');
  expect(await rotate(at, 4)).toEqual([]);
  expect(await rotate(at, 2)).toEqual(names.slice(0, 2));
  expect((await readdir(at)).sort()).toEqual([sealed, ...names.slice(2), ...others].sort());
});

test('an archive lists its contents, in order, before it is unpacked', async () => {
  const archive = await openArchive(whole);
  archive.close();
  expect(archive.manifest).toEqual(made);
  expect(archive.manifest.migrations.map(({ name }) => name)).toEqual(
    (await knownMigrations()).map(({ name }) => name),
  );
});

// Runs last: any case after it would archive and restore the rows that its writers leave.
test(
  'an archive made during writes is one snapshot: the books balance, and every referenced file is in it',
  LONG,
  async () => {
    const file = newFile();
    let stopped = false;
    const { id } = await property();
    const receipts = async () => {
      for (let turns = 0; !stopped; turns += 1) {
        const { id: mine, amount } = await invoice();
        const paid = await staff.patch(`/invoice/${mine}/down`, { paid_amount: amount / 100 });
        expect(paid.statusCode).toBe(200);
        if (turns % 2) await staff.delete(`/invoice/${mine}/refund`);
      }
    };
    const pictures = async () => {
      // The newest twelve stay: a file deleted before it is archived costs a new snapshot, of which ten are the limit.
      for (const there: number[] = []; !stopped; ) {
        there.push((await photograph(id)).id);
        const oldest = there.length > 12 ? there.shift() : undefined;
        if (oldest !== undefined) await removePhotograph(ctx, oldest);
      }
    };
    const [before] = await ask<{ entries: number }>(connection, 'select count(*)::int as entries from ledger_entry');
    const writers = [receipts(), receipts(), pictures()];
    const manifests = [await backUp(connection, deps.files, file)];
    while (manifests.length < 2) manifests.push(await backUp(connection, deps.files, newFile()));
    stopped = true;
    await Promise.all(writers);
    const [after] = await ask<{ entries: number }>(connection, 'select count(*)::int as entries from ledger_entry');
    expect(after?.entries).toBeGreaterThan(before?.entries ?? 0);

    for (const manifest of manifests) expect(manifest.missing).toEqual([]);
    const last = join(folder, `backup-${archives}.zip`);
    const { database, files, place } = await emptyPlace();
    await restore(last, place);
    expect(await filesIn(files)).toEqual(await keysOf(database));
    const { db: there } = connect(database, 2);
    expect(await verifyBooks(there)).toEqual([]);
    await there.destroy();
  },
);

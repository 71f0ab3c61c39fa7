import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createServer } from 'node:tls';
import type { Finding } from '@morada/contract/desk/doctor';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { backUp } from '#api/backup/backup.ts';
import { datedName } from '#api/backup/rotation.ts';
import { seal } from '#api/backup/seal.ts';
import { writeBackupState } from '#api/backup/state.ts';
import { secretSeal } from '#api/base/secrets/sealed-secret.ts';
import { readSettings } from '#api/base/settings.ts';
import { sealEverySecret } from '#api/modules/desk/secrets/sealing.service.ts';
import { ask, emptyDatabase } from '#test/empty-database.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { startMailServer } from '#test/servers/mail-server.ts';
import { startS3 } from '#test/servers/s3-server.ts';
import { selfMadeCertificate } from '#test/signing/certificate.ts';
import { readCertificate } from './certificate.ts';
import { examine, openDoctor } from './examine.ts';

const { connection, db, deps, as, signIn, stop } = await startApp();
const folder = await mkdtemp(join(tmpdir(), 'morada-doctor-'));
const s3 = await startS3({ accessKeyId: 'MORADA', bucket: 'copias', region: 'us-east-1' });
const mail = await startMailServer();
afterAll(async () => {
  await stop();
  await s3.stop();
  await mail.close();
  await rm(folder, { recursive: true, force: true });
});

const MARKS: Record<Finding['state'], string> = { fine: '✓', advice: '!', wrong: '✗' };
const lines = (findings: readonly Finding[]) => findings.map(({ state, text }) => `${MARKS[state]} ${text}`);
/** Findings without that about the disk, which depends on the machine that runs the tests. */
const withoutDisk = (findings: readonly Finding[]) => lines(findings).filter((line) => !/ livres de /.test(line));

let places = 0;
async function place(env: NodeJS.ProcessEnv = {}) {
  const DATA_DIR = join(folder, `dados-${++places}`);
  await mkdir(DATA_DIR, { mode: 0o700 });
  return { DATA_DIR, settings: readSettings({ DATA_DIR, ...env }) };
}

/** End of a certificate, by the machine's clock, which TLS compares with. */
const until = (days: number) => new Date(Date.now() + days * 86_400_000);

async function secureServer(options: Parameters<typeof selfMadeCertificate>[0]) {
  const { cert, key } = selfMadeCertificate(options);
  const server = createServer({ cert, key }).listen(0, '127.0.0.1');
  server.on('tlsClientError', () => {});
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { cert, url: new URL(`https://127.0.0.1:${port}/`), close: () => server.close() };
}

test('an installation in order is told so, by the real services', LONG, async () => {
  const { cert, url, close } = await secureServer({ from: until(-1), until: until(60) });
  const keyFile = join(folder, 'chave');
  await writeFile(keyFile, 'chuva em Juiz de Fora', { mode: 0o600 });
  const { DATA_DIR, settings } = await place({
    BACKUP_KEY_FILE: keyFile,
    BACKUP_URL: `s3://MORADA:segredo@${s3.host}/copias?insecure`,
    SMTP_URL: mail.url,
    MAIL_FROM: 'casa@exemplo.com.br',
    PUBLIC_URL: url.href,
  });
  await mkdir(join(DATA_DIR, 'files'), { mode: 0o700 });
  const backups = join(folder, 'backups');
  await mkdir(backups, { mode: 0o700 });
  const file = join(backups, 'a.zip.enc');
  const { made_at } = await backUp(connection, deps.files, file, 'chuva em Juiz de Fora');
  await writeBackupState(DATA_DIR, { made_at, file, encrypted: true, missing: 0, offsite: true });
  const name = datedName(Temporal.Now.zonedDateTimeISO('America/Sao_Paulo'), { isSealed: true });
  s3.objects.set(name, { bytes: Buffer.from('x'), type: 'a/b' });

  const found = withoutDisk(await examine(settings, connection, { ca: cert }));
  close();
  // The tests' database is not durable.
  expect(found.filter((line) => !line.startsWith('✓'))).toEqual([
    expect.stringMatching(/^✗ O banco está com fsync, full_page_writes, synchronous_commit em off/),
  ]);
  expect(found).toEqual(
    expect.arrayContaining([
      `✓ Node ${process.versions.node}.`,
      expect.stringMatching(/^✓ PostgreSQL 18/),
      '✓ Os relógios do servidor e do banco concordam.',
      '✓ O banco está na versão deste programa.',
      `✓ ${DATA_DIR} é só desta conta.`,
      `✓ ${file} é só desta conta.`,
      '✓ O último backup foi feito há 0 horas.',
      `✓ Há uma cópia de há 0 horas em ${s3.host}/copias.`,
      `✓ Arquivos são gravados e lidos em ${DATA_DIR}/files.`,
      expect.stringMatching(
        /^✓ O servidor de e-mail 127\.0\.0\.1:\d+ responde\.$|^✓ O servidor de e-mail localhost:\d+ responde\.$/,
      ),
      expect.stringMatching(/^✓ O certificado de 127\.0\.0\.1:\d+ vale até/),
    ]),
  );
  expect(await readdir(join(DATA_DIR, 'files'))).toEqual([]);
});

test('what is wrong is named: rights, key, bucket, mail, storage, and no secret is shown', async () => {
  const silent = createTcpServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const keyFile = join(folder, 'chave-aberta');
  await writeFile(keyFile, 'chuva em Juiz de Fora', { mode: 0o644 });
  await chmod(keyFile, 0o644);
  const { DATA_DIR, settings } = await place({
    BACKUP_KEY_FILE: keyFile,
    BACKUP_URL: `s3://OUTRA:segredissimo@${s3.host}/copias?insecure`,
    STORAGE_URL: `s3://MORADA:segredissimo@127.0.0.1:${port}/fotos?insecure`,
    SMTP_URL: `smtp://casa:segredissimo@127.0.0.1:${port}`,
    MAIL_FROM: 'casa@exemplo.com.br',
    PUBLIC_URL: `https://127.0.0.1:${port}`,
  });
  await chmod(DATA_DIR, 0o755);
  const found = withoutDisk(await examine(settings, connection, { within: 400 }));
  silent.close();
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^✗ Outras contas desta máquina alcançam .*dados-\d+: rode chmod 7(00|11) .*dados-\d+\.$/),
      expect.stringMatching(/^✗ Nenhum backup foi feito/),
      expect.stringMatching(/^✗ O arquivo da chave .* pode ser lido por outras contas/),
      expect.stringMatching(/^✗ O bucket de BACKUP_URL \(.*\/copias\) não está disponível: InvalidAccessKeyId/),
      `✗ Não foi possível gravar um arquivo de prova em 127.0.0.1:${port}/fotos (sem resposta): confira STORAGE_URL e DATA_DIR.`,
      expect.stringMatching(/^✗ O servidor de e-mail 127\.0\.0\.1:\d+ não aceita a Morada/),
      expect.stringMatching(/^! O certificado de 127\.0\.0\.1:\d+ não pôde ser conferido daqui \(sem resposta\)/),
    ]),
  );
  expect(found.join()).not.toContain('segredissimo');
});

test('a clock that was set back is told while the newest record is of its future', async () => {
  const { settings } = await place();
  const entry = { actor: 'Sistema', record: 'agency', record_id: 1, action: 'update' };
  await db
    .insertInto('trail')
    .values({ ...entry, at: sql`now() + interval '3 hours'` })
    .execute();
  const told = lines(await examine(settings, connection)).filter((line) => line.includes('andou para trás'));
  expect(told).toEqual([
    expect.stringContaining('✗ O relógio do banco andou para trás: o último registro do histórico é de 2 horas'),
  ]);
  await db.insertInto('trail').values(entry).execute();
  expect(lines(await examine(settings, connection)).filter((line) => line.includes('andou para trás'))).toEqual([]);
});

test('secrets of a key that is not here are counted', LONG, async () => {
  const lost = secretSeal({ key: 'uma chave que se perdeu com a máquina' });
  const people = [await signIn('*'), await signIn('*')];
  await db
    .insertInto('second_factor')
    .values(people.map(({ adminId }) => ({ admin_user_id: adminId, pending: lost.sealText('x', 'a') })))
    .execute();
  const told = async (env: NodeJS.ProcessEnv = {}) =>
    withoutDisk(await examine((await place(env)).settings, connection)).filter((line) => /segredos? /.test(line));
  const words = /^✗ 2 segredos guardados no banco são de uma chave que não está aqui: .*SECRETS_OLD_KEY_FILE/;
  const here = 'a chave que está aqui, com mais de trinta e duas letras';
  expect(await told()).toEqual([expect.stringMatching(words)]);
  expect(await told({ SECRETS_KEY: here })).toEqual([expect.stringMatching(words)]);
  expect(await told({ SECRETS_KEY: here, SECRETS_OLD_KEY: 'uma chave que se perdeu com a máquina' })).toEqual([
    '✓ A chave dos segredos guardados no banco pode ser lida.',
  ]);
  await db.deleteFrom('second_factor').execute();
});

test('secrets of a lost key are counted wherever the system keeps secrets, as sealing counts them', async () => {
  const lost = secretSeal({ key: 'uma chave que se perdeu com a máquina' });
  const sealed = lost.sealText('x', 'a');
  const { adminId } = await signIn('*');
  const bank = { base_url: 'https://banco.exemplo', token_url: 'https://banco.exemplo/token', client_id: 'casa' };
  const account = { certificate: sealed, client_secret: sealed, private_key: sealed };
  const fields = JSON.stringify({ application_key: sealed });
  await db.insertInto('second_factor').values({ admin_user_id: adminId, pending: sealed }).execute();
  await db
    .insertInto('bank_link')
    .values({ ...bank, ...account, pix_key: 'casa@exemplo.com.br', notice_token: sealed, fields })
    .execute();
  await db
    .insertInto('bank_link')
    .values({ kind: 'PAYOUT', ...bank, ...account, account: '1' })
    .execute();
  await db
    .insertInto('bank_link')
    .values({ kind: 'STATEMENT', ...bank, ...account, ...{ bank: '001', account: '1', account_key: '1' }, fields })
    .execute();
  const channel = { base_url: bank.base_url, sender: '1', token: sealed, app_secret: sealed, verify_token: sealed };
  await db
    .insertInto('message_channel')
    .values({ channel: 'WHATSAPP', ...channel })
    .execute();
  const secrets = secretSeal({ key: 'a chave que está aqui, com mais de trinta e duas letras' });
  expect(await sealEverySecret({ db, secrets })).toEqual({ sealed: 0, unreadable: 16 });
  const found = lines(await examine((await place()).settings, connection));
  expect(found).toContainEqual(
    expect.stringMatching(/^✗ 16 segredos guardados no banco são de uma chave que não está/),
  );
  for (const table of ['second_factor', 'bank_link', 'message_channel'] as const) await db.deleteFrom(table).execute();
});

test('an archive that the operator’s key does not open', LONG, async () => {
  const archive = join(folder, 'arquivo');
  await mkdir(archive);
  const told = async (key: string) => {
    const { settings } = await place({ WAL_ARCHIVE_URL: archive, BACKUP_KEY: key });
    // Deriving a key takes its time on a busy machine.
    const found = await examine(settings, connection, { within: 60_000 });
    return withoutDisk(found).filter((line) => line.includes('key.enc'));
  };
  await writeFile(join(archive, 'leia-me.txt'), '');
  expect(await told('chuva em Juiz de Fora')).toEqual([expect.stringMatching(/falta key\.enc/)]);
  await writeFile(
    join(archive, 'key.enc'),
    await buffer(seal(Readable.from([Buffer.from('x')]), 'chuva em Juiz de Fora')),
  );
  expect(await told('chuva em Juiz de Fora')).toEqual([]);
  expect(await told('sol em Juiz de Fora, hoje')).toEqual([
    expect.stringMatching(/^✗ Nada volta .*A chave não é a deste/),
  ]);
});

test('a database that is away, not opened or not set up yet', async () => {
  const { DATA_DIR, settings } = await place();
  const away = await examine(settings, { connectionString: 'postgres://ana:segredissimo@127.0.0.1:9/nada' });
  expect(lines(away)).toContainEqual(
    expect.stringMatching(/^✗ O banco de dados não responde \(.*ECONNREFUSED.*\): confira/),
  );
  expect(lines(away).join()).not.toContain('segredissimo');
  expect(lines(await examine(settings, new Error('Não há banco de dados.')))).toContain('✗ Não há banco de dados.');
  const fresh = await emptyDatabase();
  await ask(fresh, `alter database ${fresh.database} connection limit 12`);
  const empty = lines(await examine(settings, fresh));
  expect(empty).toContainEqual(expect.stringMatching(/^! O banco está \d+ passos atrás desta versão/));
  expect(empty).toContainEqual(expect.stringMatching(/^✗ O banco aceita 12 conexões, .* usa até 28/));
  // The folder stays empty, as a restore requires.
  expect(await readdir(DATA_DIR)).toEqual([]);
});

test('certificates are read with the reason why a browser refuses them', async () => {
  const good = await secureServer({ from: until(-1), until: until(60) });
  const within = 5_000;
  expect(await readCertificate(good.url, { within, ca: good.cert })).toEqual({
    until: expect.any(Date),
    problem: undefined,
  });
  expect(await readCertificate(good.url, { within })).toMatchObject({ problem: 'feito por ele mesmo' });
  const local = new URL(good.url);
  local.hostname = 'localhost';
  expect(await readCertificate(local, { within, ca: good.cert })).toMatchObject({ problem: undefined });
  good.close();

  const old = await secureServer({ from: until(-9), until: until(-2) });
  const read = await readCertificate(old.url, { within, ca: old.cert });
  expect(read).toMatchObject({ problem: 'vencido' });
  expect('until' in read && Math.abs(read.until.getTime() - until(-2).getTime())).toBeLessThan(60_000);
  old.close();

  const other = await secureServer({ from: until(-1), until: until(60), name: 'outra.exemplo' });
  const named = new URL(other.url);
  named.hostname = 'localhost';
  expect(await readCertificate(named, { within, ca: other.cert })).toMatchObject({
    problem: 'feito para outro endereço',
  });
  other.close();
  expect(await readCertificate(other.url, { within })).toEqual({ unreachable: 'ECONNREFUSED' });
});

test('the call answers the findings of the command, and calls at the same time share them', LONG, async () => {
  const { DATA_DIR } = await place();
  const asked = openDoctor(readSettings({ DATA_DIR }), connection);
  const [one, other] = [asked(), asked()];
  expect(one).toBe(other);
  await one;
  expect(asked()).not.toBe(one);

  const answer = await as('*').get('/doctor');
  expect(answer.statusCode).toBe(200);
  const { at, findings } = answer.json<{ at: string; findings: Finding[] }>();
  expect(at).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(lines(findings)).toEqual(expect.arrayContaining(['✓ O banco está na versão deste programa.']));
  expect((await as('ADMIN_USER_VIEW').get('/doctor')).statusCode).toBe(403);
});

import type { Finding } from '@morada/contract/desk/doctor';
import { describe, expect, test } from 'vitest';
import {
  type ArchiveFacts,
  type ArchiverFacts,
  type BackupFacts,
  type DatabaseFacts,
  judgeAddresses,
  judgeArchive,
  judgeArchiver,
  judgeBackups,
  judgeCertificate,
  judgeClock,
  judgeDatabase,
  judgeDisk,
  judgeJump,
  judgeMail,
  judgeNode,
  judgeNoteCertificates,
  judgeReplication,
  judgeRights,
  judgeRole,
  judgeSchema,
  judgeSecrets,
  judgeStorage,
  judgeTrials,
} from './judge.ts';

const MARKS: Record<Finding['state'], string> = { fine: '✓', advice: '!', wrong: '✗' };
const lines = (findings: Finding | Finding[]) => [findings].flat().map(({ state, text }) => `${MARKS[state]} ${text}`);
const GIB = 2 ** 30;
const NOW = new Date('2026-11-26T12:00:00Z');
const before = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

test('Node', () => {
  expect(lines(judgeNode('26.10.0'))).toEqual(['✓ Node 26.10.0.']);
  expect(lines(judgeNode('20.20.2'))).toEqual([
    '✗ O Node é o 20.20.2: a Morada pede o 26 ou mais novo (npm ci traz um).',
  ]);
});

test.each<[object, RegExp]>([
  [{}, /^✓ O usuário do banco, morada_app, só lê e grava registros\.$/],
  [
    { is_superuser: true, owns_tables: true },
    /^! .*morada_app, é administrador do PostgreSQL: .*MIGRATION_DATABASE_URL/,
  ],
  [
    { owns_tables: true, makes_tables: true },
    /^! .*é dono das tabelas e pode mudá-las e apagá-las: .*MIGRATION_DATABASE_URL/,
  ],
  [{ makes_roles: true }, /^! .*: rode alter role morada_app nocreaterole nocreatedb\.$/],
  [{ makes_tables: true }, /^! .*revoke create on schema public from public, morada_app\.$/],
])('the role %j', (facts, words) => {
  const good = { role: 'morada_app', is_superuser: false, makes_roles: false, owns_tables: false, makes_tables: false };
  expect(lines(judgeRole({ ...good, ...facts }))).toEqual([expect.stringMatching(words)]);
});

describe('the database', () => {
  const good: DatabaseFacts = {
    version: '18.4',
    version_number: 180_004,
    encoding: 'UTF8',
    is_stale: false,
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    connections: 57,
  };
  const judged = (facts: Partial<DatabaseFacts>) => lines(judgeDatabase({ ...good, ...facts }, 20));

  test('in order', () => {
    expect(judged({})).toEqual([
      '✓ PostgreSQL 18.4.',
      '✓ O banco guarda textos em UTF-8.',
      '✓ O banco grava no disco antes de confirmar.',
      '✓ O banco aceita 57 conexões, e cada servidor usa até 20.',
    ]);
  });

  test.each<[Partial<DatabaseFacts>, RegExp]>([
    [{ version: '14.9', version_number: 140_009 }, /^✗ O PostgreSQL é o 14\.9: .* o 15 ou mais novo/],
    [{ version_number: 150_000 }, /^✓ PostgreSQL/],
    [{ encoding: 'LATIN1' }, /^✗ O banco guarda textos em LATIN1: .*npm run move-database/],
    [{ is_stale: true }, /^✗ A ordenação de textos do sistema mudou .*reindex database/],
    [{ fsync: 'off' }, /^✗ O banco está com fsync em off/],
    [{ full_page_writes: 'off', synchronous_commit: 'off' }, /^✗ .* full_page_writes, synchronous_commit em off/],
    [{ synchronous_commit: 'remote_apply' }, /^✓ O banco grava/],
    // A pool of 20 and 8 beside it; two servers take 48.
    [{ connections: 27 }, /^✗ O banco aceita 27 conexões, .* usa até 28: aumente max_connections/],
    [{ connections: 28 }, /^✓ O banco aceita 28 conexões: basta para um servidor.* para 48 ou mais/],
    [{ connections: 48 }, /^✓ O banco aceita 48 conexões, e cada/],
  ])('%o', (facts, words) => {
    expect(judged(facts)).toContainEqual(expect.stringMatching(words));
  });
});

test.each([
  [0, 5, '✓ Os relógios do servidor e do banco concordam.'],
  [-2_000, 0, '✓ Os relógios do servidor e do banco concordam.'],
  // An answer that took 6 s may have been read 3 s before or after.
  [4_900, 3_000, '✓ Os relógios do servidor e do banco concordam.'],
  [
    2_500,
    0,
    '! O relógio do servidor está 2,5 s atrasado em relação ao do banco: acerte os dois (timedatectl set-ntp true).',
  ],
  [
    -15_100,
    0,
    '✗ O relógio do servidor está 15,1 s adiantado em relação ao do banco: acerte os dois (timedatectl set-ntp true).',
  ],
])('a database ahead by %i ms, in doubt by %i', (offset, doubt, line) => {
  expect(lines(judgeClock(offset, doubt))).toEqual([line]);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[ahead: number, told: string | undefined]>([
  [-5_000,      undefined],
  [60_000,      undefined],
  [61_000,      'é de 2 minutos à frente de agora'],
  [3_600_000,   'é de 1 hora à frente de agora'],
  [604_800_000, 'é de 7 dias à frente de agora'],
])('a newest record %d ms ahead of the clock', (ahead, told) => {
  const found = judgeJump(ahead);
  expect(found.map(({ state }) => state)).toEqual(told ? ['wrong'] : []);
  expect(found[0]?.text ?? '').toContain(told ?? '');
});

test('schema', () => {
  const step = (name: string, checksum = name) => ({ name, checksum });
  const known = [step('0001.sql'), step('0002.sql'), step('0003.sql')];
  expect(lines(judgeSchema(known, known))).toEqual(['✓ O banco está na versão deste programa.']);
  expect(lines(judgeSchema(known.slice(0, 2), known))).toEqual([
    '! O banco está 1 passo atrás desta versão: o próximo início do servidor o atualiza. Faça um backup antes.',
  ]);
  expect(lines(judgeSchema([...known, step('0004.sql')], known))).toEqual([
    '✗ O banco é de uma versão mais nova da Morada (0004.sql): inicie essa versão.',
  ]);
  expect(lines(judgeSchema([step('0001.sql', 'other')], known))).toEqual([
    '✗ A migração 0001.sql foi aplicada com outro texto: reinstale a versão que atualizou o banco.',
  ]);
});

test.each([
  [100 * GIB, 400 * GIB, 0, '✓ Em /dados há 100 GB livres de 400 GB.'],
  [39.9 * GIB, 400 * GIB, 0, '! Em /dados há 39,9 GB livres de 400 GB: libere espaço ou aumente o disco.'],
  [4.5 * GIB, 20 * GIB, 0, '! Em /dados há 4,5 GB livres de 20 GB: libere espaço ou aumente o disco.'],
  [0.5 * GIB, 20 * GIB, 0, '✗ Em /dados há 512 MB livres de 20 GB: libere espaço agora, ou o servidor para de gravar.'],
  [7 * GIB, 400 * GIB, 0, '✗ Em /dados há 7 GB livres de 400 GB: libere espaço agora, ou o servidor para de gravar.'],
  [
    100 * GIB,
    400 * GIB,
    101 * GIB,
    '✗ Em /dados há 100 GB livres de 400 GB, e o próximo backup leva cerca de 101 GB: libere espaço.',
  ],
])('%i of %i bytes free, %i needed', (free, total, needed, line) => {
  expect(lines(judgeDisk('/dados', { free, total }, needed))).toEqual([line]);
});

test.each([
  [0o40700, true, '700', '✓ /dados é só desta conta.'],
  [0o40711, true, '711', '✓ /dados é só desta conta.'],
  [0o40711, true, '700', '✗ Outras contas desta máquina alcançam /dados: rode chmod 700 /dados.'],
  [0o40755, true, '711', '✗ Outras contas desta máquina alcançam /dados: rode chmod 711 /dados.'],
  [0o100640, true, '600', '✗ Outras contas desta máquina alcançam /dados: rode chmod 600 /dados.'],
  [0o40700, false, '700', '✗ Esta conta não pode gravar em /dados: dê a pasta a ela (chown).'],
])('mode %o, writable %s, wanted %s', (mode, writable, wanted, line) => {
  expect(lines(judgeRights('/dados', { mode, writable }, wanted))).toEqual([line]);
});

describe('backups', () => {
  const offsite = { place: 's3.exemplo/copias', newest: before(9), problem: undefined, isStorage: false };
  const state = { made_at: before(9).toISOString(), file: '/b/a.zip.enc', encrypted: true, missing: 0, offsite: true };
  const good: BackupFacts = { state, isGone: false, hasKey: true, keyProblem: undefined, offsite };
  const judged = (facts: Partial<BackupFacts>) => lines(judgeBackups({ ...good, ...facts }, NOW));

  test('in order', () => {
    expect(judged({})).toEqual([
      '✓ O último backup foi feito há 9 horas.',
      '✓ Os backups são criptografados. Confira se a chave está guardada também fora da máquina.',
      '✓ Há uma cópia de há 9 horas em s3.exemplo/copias.',
    ]);
  });

  test('none of it', () => {
    expect(judged({ state: undefined, hasKey: false, offsite: undefined })).toEqual([
      expect.stringMatching(/^✗ Nenhum backup foi feito: rode npm run backup/),
      expect.stringMatching(/^! Os backups não são criptografados: defina BACKUP_KEY_FILE/),
      expect.stringMatching(/^! Os backups não saem desta máquina: defina BACKUP_URL/),
    ]);
  });

  test.each<[string, Partial<BackupFacts>, RegExp]>([
    [
      'at the limit',
      { state: { ...state, made_at: before(36).toISOString() }, offsite: undefined },
      /^✓ .* há 36 horas/,
    ],
    [
      'too old',
      { state: { ...state, made_at: before(37).toISOString() }, offsite: undefined },
      /^✗ .* há 37 horas: veja/,
    ],
    [
      'days old',
      { state: { ...state, made_at: before(80).toISOString() }, offsite: undefined },
      /^✗ .* há 3 dias: veja/,
    ],
    ['known by its copy alone', { state: undefined }, /^✓ O último backup foi feito há 9 horas/],
    ['an hour old', { offsite: { ...offsite, newest: before(1.5) } }, /^✓ O último backup foi feito há 1 hora\./],
    ['moved away', { isGone: true }, /^! O último backup não está mais em \/b\/a\.zip\.enc/],
    ['with lost files', { state: { ...state, missing: 1 } }, /^✗ O armazenamento perdeu 1 arquivo de que/],
    ['with a bad key', { hasKey: false, keyProblem: 'A chave pode ser lida.' }, /^✗ A chave pode ser lida\.$/],
    [
      'of before the key',
      { state: { ...state, encrypted: false } },
      /^! A chave dos backups está definida, e o último/,
    ],
    ['with a bucket away', { offsite: { ...offsite, problem: 'O bucket está fora.' } }, /^✗ O bucket está fora\.$/],
    [
      'with an empty bucket',
      { offsite: { ...offsite, newest: undefined } },
      /^✗ Não há cópia de backup em s3\.exemplo/,
    ],
    ['with an old copy', { offsite: { ...offsite, newest: before(72) } }, /^✗ A última cópia em .* é de há 3 dias/],
    ['whose copy failed', { state: { ...state, offsite: false } }, /^✗ A última cópia em .* é de há 9 horas/],
    ['beside the files', { offsite: { ...offsite, isStorage: true } }, /^! A cópia dos backups fica no mesmo bucket/],
  ])('a backup %s', (_, facts, words) => {
    expect(judged(facts)).toContainEqual(expect.stringMatching(words));
  });
});

describe('the certificate', () => {
  const judged = (hours: number, problem?: string) =>
    lines(judgeCertificate('casa.exemplo', { until: before(-hours), problem }, NOW))[0];

  test.each<[number, string | undefined, RegExp]>([
    [60 * 24, undefined, /^✓ O certificado de casa\.exemplo vale até 25\/01\/2027\.$/],
    [21 * 24 - 1, undefined, /^! .* vence em 17\/12\/2026: confira a renovação/],
    [7 * 24 - 1, undefined, /^✗ .* vence em 03\/12\/2026: a renovação automática falhou/],
    [0, undefined, /^✗ .* venceu em 26\/11\/2026: renove-o/],
    [-1, 'vencido', /^✗ .* venceu em 26\/11\/2026/],
    [60 * 24, 'feito para outro endereço', /^✗ O navegador recusa .* \(feito para outro endereço\)/],
  ])('%i hours left, problem %s', (hours, problem, words) => {
    expect(judged(hours, problem)).toMatch(words);
  });

  test('out of reach is advice', () => {
    expect(lines(judgeCertificate('casa.exemplo', { unreachable: 'ECONNREFUSED' }, NOW))).toEqual([
      '! O certificado de casa.exemplo não pôde ser conferido daqui (ECONNREFUSED): abra o endereço em outra rede.',
    ]);
  });
});

test('certificates of notes are named by whose they are once they end within 30 days', () => {
  const kept = [
    { client_id: 7, valid_until: '2026-11-25' },
    { client_id: null, valid_until: '2026-12-01' },
    { client_id: 8, valid_until: '2026-12-26' },
    { client_id: 9, valid_until: '2026-12-27' },
  ] as const;
  expect(lines(judgeNoteCertificates(kept, '2026-11-26'))).toEqual([
    '✗ O certificado das notas do cliente 7 venceu em 25/11/2026: guarde o novo, ou nenhuma nota sai.',
    '✗ O certificado das notas da imobiliária vence em 01/12/2026: guarde o novo antes disso.',
    '! O certificado das notas do cliente 8 vence em 26/12/2026: guarde o novo antes disso.',
  ]);
});

test.each<[{ HOST?: string; PUBLIC_URL?: string; TRUSTED_PROXIES?: string }, RegExp[]]>([
  [{ PUBLIC_URL: 'https://casa.exemplo' }, [/^✓ TRUSTED_PROXIES combina/]],
  [{}, [/^! Defina PUBLIC_URL/, /^✓/]],
  [{ PUBLIC_URL: 'http://localhost:3000' }, [/^✓/]],
  [{ PUBLIC_URL: 'http://casa.exemplo' }, [/^✗ http:\/\/casa\.exemplo é HTTP simples/, /^✓/]],
  [{ PUBLIC_URL: 'https://casa.exemplo', HOST: '0.0.0.0' }, [/^! O servidor atende a outras máquinas/]],
  [{ PUBLIC_URL: 'https://casa.exemplo', HOST: '0.0.0.0', TRUSTED_PROXIES: '172.31.77.0/24' }, [/^✓/]],
  [{ PUBLIC_URL: 'https://casa.exemplo', TRUSTED_PROXIES: 'loopback, 0.0.0.0/0' }, [/^✗ TRUSTED_PROXIES acredita/]],
  [{ PUBLIC_URL: 'https://casa.exemplo', TRUSTED_PROXIES: '::/0' }, [/^✗ TRUSTED_PROXIES acredita/]],
])('addresses %o', (settings, words) => {
  const found = lines(judgeAddresses({ HOST: 'localhost', TRUSTED_PROXIES: 'loopback', ...settings }));
  expect(found).toEqual(words.map((word) => expect.stringMatching(word)));
});

test('settings of demonstrations, mail and storage', () => {
  expect(judgeTrials({})).toEqual([]);
  expect(lines(judgeTrials({ CLOCK: '2026-03-10', DEMO: '1' }))).toEqual([
    expect.stringMatching(/^✗ CLOCK congela o dia em 2026-03-10/),
    expect.stringMatching(/^✗ DEMO mostra uma senha/),
  ]);
  expect(lines(judgeMail(undefined))).toEqual(['! E-mails não são enviados: defina SMTP_URL e MAIL_FROM.']);
  expect(lines(judgeMail('smtp.exemplo:587'))).toEqual(['✓ O servidor de e-mail smtp.exemplo:587 responde.']);
  expect(lines(judgeMail('smtp.exemplo', 'EAUTH'))[0]).toMatch(
    /^✗ O servidor de e-mail smtp\.exemplo não aceita .*EAUTH/,
  );
  expect(lines(judgeStorage('/arquivos'))).toEqual(['✓ Arquivos são gravados e lidos em /arquivos.']);
  expect(lines(judgeStorage('/arquivos', 'EROFS'))[0]).toMatch(/^✗ Não foi possível gravar .*\/arquivos \(EROFS\)/);
});

test.each([
  [{ problem: 'A chave não pôde ser lida.', hasKey: false, isEmbedded: true }, ['wrong']],
  [{ problem: undefined, hasKey: true, isEmbedded: false }, ['fine']],
  [{ problem: undefined, hasKey: false, isEmbedded: true }, []],
  [{ problem: undefined, hasKey: false, isEmbedded: false }, ['advice']],
  [{ problem: undefined, hasKey: true, isEmbedded: true, foreign: 1 }, ['wrong']],
])('the key of secrets: %j', (facts, states) => {
  expect(judgeSecrets({ foreign: 0, ...facts }).map(({ state }) => state)).toEqual(states);
});

describe('the continuous archive', () => {
  const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
  const good: ArchiveFacts = {
    place: '/arquivo',
    problem: undefined,
    keyProblem: undefined,
    newestBase: ago(300),
    newestSegment: ago(3),
    waiting: { segments: 0, bytes: 0, seconds: 0 },
  };

  test.each<[Partial<ArchiveFacts>, string[]]>([
    [
      {},
      [
        '✓ Há uma cópia de base de há 5 horas em /arquivo.',
        '✓ É possível voltar a qualquer instante até há 3 minutos.',
      ],
    ],
    [
      { keyProblem: 'key.enc em /arquivo: A chave não é a deste backup.' },
      [
        '✗ Nada volta do arquivo contínuo com a chave dos backups de agora: key.enc em /arquivo: A chave não é',
        '✓ Há uma cópia',
        '✓ É possível voltar',
      ],
    ],
    [{ newestBase: undefined, newestSegment: undefined }, ['✗ Não há cópia de base em /arquivo']],
    [{ newestBase: ago(37 * 60), newestSegment: undefined }, ['✗ A última cópia de base em /arquivo é de há 37 horas']],
    [
      { newestSegment: undefined, waiting: { segments: 12, bytes: 12 * 2 ** 24, seconds: 700 } },
      ['✓ Há uma cópia', '✗ O arquivo contínuo está atrasado: 12 segmentos esperam na fila, 192 MB.'],
    ],
    [
      { problem: 'ENOENT.', waiting: { segments: 1, bytes: 2 ** 24, seconds: 10 } },
      [
        '✗ O arquivo contínuo não recebe nada: ENOENT. Nada se perde enquanto houver disco: 1 segmento espera na fila, 16 MB.',
      ],
    ],
  ])('%o', (facts, words) => {
    expect(lines(judgeArchive({ ...good, ...facts }, NOW))).toEqual(words.map((word) => expect.stringContaining(word)));
  });

  const archiver: ArchiverFacts = {
    wal_level: 'replica',
    archive_mode: 'on',
    has_command: true,
    archived: ago(2),
    failed: null,
  };
  test.each<[Partial<ArchiverFacts>, string]>([
    [{}, '✓ O PostgreSQL arquiva o que grava; o último segmento foi há 2 minutos.'],
    [{ failed: ago(5) }, '✓ O PostgreSQL arquiva'],
    [{ wal_level: 'minimal' }, '! O PostgreSQL está com wal_level = minimal'],
    [{ archive_mode: 'off', has_command: false }, '! O PostgreSQL não arquiva o que grava (archive_mode = off)'],
    [{ has_command: false }, '! O PostgreSQL está com archive_mode ligado e sem archive_command'],
    [{ failed: ago(1) }, '! O archive_command do PostgreSQL falha'],
    [{ archived: null, failed: ago(1) }, '! O archive_command do PostgreSQL falha'],
    [{ archived: null }, '! O PostgreSQL ainda não arquivou nenhum segmento'],
    [{ archived: ago(150) }, '! O último segmento foi arquivado há 2 horas'],
  ])('of a PostgreSQL of its own %o', (facts, words) => {
    expect(lines(judgeArchiver({ ...archiver, ...facts }, NOW))[0]).toContain(words);
  });
});

test.each([
  [{ standbys: 1, is_synchronous: true }, '✓ Um standby confirma cada gravação.'],
  [{ standbys: 1, is_synchronous: false }, '! O standby segue o primário com atraso'],
  [{ standbys: 0, is_synchronous: false }, '! Nenhum standby segue o primário: se a máquina'],
  [{ standbys: 0, is_synchronous: true }, '✗ Nenhum standby segue o primário, e as gravações esperam por um'],
])('replication %o', (facts, words) => {
  expect(lines(judgeReplication(facts))[0]).toContain(words);
});

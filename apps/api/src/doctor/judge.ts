import type { Finding } from '@morada/contract/desk/doctor';
import { type CalendarDate, formatDate } from '@morada/domain/base/calendar';
import { hasJumped } from '@morada/domain/base/clock-jump';
import { certificateWarning } from '@morada/domain/fiscal/note-certificate';
import type { BackupState } from '../backup/state.ts';
import type { Migration } from '../db/migrate.ts';
import type { KeptCertificate } from './note-certificates.ts';

const fine = (text: string): Finding => ({ state: 'fine', text });
const advice = (text: string): Finding => ({ state: 'advice', text });
export const wrong = (text: string): Finding => ({ state: 'wrong', text });

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const GIB = 2 ** 30;

const decimal = (value: number) => value.toLocaleString('pt-BR', { maximumFractionDigits: 1 });
const size = (bytes: number) => (bytes < GIB ? `${decimal(bytes / 2 ** 20)} MB` : `${decimal(bytes / GIB)} GB`);
const count = (value: number, one: string, many: string) => `${value} ${value === 1 ? one : many}`;
const span = (ms: number) =>
  ms < 2 * DAY ? count(Math.max(0, Math.floor(ms / HOUR)), 'hora', 'horas') : `${Math.floor(ms / DAY)} dias`;

/** @param major of the process; the packages bring version 26. */
export const judgeNode = (version: string): Finding =>
  Number(version.split('.')[0]) >= 26
    ? fine(`Node ${version}.`)
    : wrong(`O Node é o ${version}: a Morada pede o 26 ou mais novo (npm ci traz um).`);

export type DatabaseFacts = {
  version: string;
  version_number: number;
  encoding: string;
  /** The system's sort order differs from that of the indexes. */
  is_stale: boolean;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  /** Connections that this role may open on this database. */
  connections: number;
};

/** Connections of one server: its pool, and the listener, the pulse and the doctor; and those of a command beside it. */
const BESIDE_POOL = 8;

export function judgeDatabase(facts: DatabaseFacts, pool: number): Finding[] {
  const { version, version_number, encoding, is_stale, connections } = facts;
  const found = [
    version_number >= 150_000
      ? fine(`PostgreSQL ${version}.`)
      : wrong(`O PostgreSQL é o ${version}: a Morada pede o 15 ou mais novo. Atualize-o.`),
    encoding === 'UTF8'
      ? fine('O banco guarda textos em UTF-8.')
      : wrong(`O banco guarda textos em ${encoding}: crie outro em UTF-8 e mude para ele com npm run move-database.`),
  ];
  if (is_stale)
    found.push(
      wrong(
        'A ordenação de textos do sistema mudou depois que os índices foram feitos: rode reindex database e alter database … refresh collation version.',
      ),
    );
  const off = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).filter((name) => facts[name] === 'off');
  found.push(
    off.length === 0
      ? fine('O banco grava no disco antes de confirmar.')
      : wrong(
          `O banco está com ${off.join(', ')} em off: uma queda de energia perde o que já foi confirmado. Ligue em postgresql.conf.`,
        ),
  );
  const needed = pool + BESIDE_POOL;
  if (connections < needed)
    found.push(
      wrong(
        `O banco aceita ${count(connections, 'conexão', 'conexões')}, e um servidor com um comando ao lado usa até ${needed}: aumente max_connections.`,
      ),
    );
  else if (connections < 2 * pool + BESIDE_POOL)
    found.push(
      fine(
        `O banco aceita ${connections} conexões: basta para um servidor. Para dois, aumente max_connections para ${2 * pool + BESIDE_POOL} ou mais.`,
      ),
    );
  else found.push(fine(`O banco aceita ${connections} conexões, e cada servidor usa até ${pool}.`));
  return found;
}

/** The role that serves, on a PostgreSQL of the operator's own. */
export type RoleFacts = {
  role: string;
  /** Administrator, or reaches files and programs of PostgreSQL's machine. */
  is_superuser: boolean;
  makes_roles: boolean;
  owns_tables: boolean;
  makes_tables: boolean;
};

export function judgeRole({ role, is_superuser, makes_roles, owns_tables, makes_tables }: RoleFacts): Finding {
  const two = `crie outro só para servir, ponha-o em DATABASE_URL e um dono das tabelas em MIGRATION_DATABASE_URL (guia do operador, “Dois usuários do banco”).`;
  if (is_superuser) return advice(`O usuário do banco, ${role}, é administrador do PostgreSQL: ${two}`);
  if (owns_tables) return advice(`O usuário do banco, ${role}, é dono das tabelas e pode mudá-las e apagá-las: ${two}`);
  if (makes_roles)
    return advice(
      `O usuário do banco, ${role}, pode criar usuários ou bancos: rode alter role ${role} nocreaterole nocreatedb.`,
    );
  if (makes_tables)
    return advice(
      `O usuário do banco, ${role}, pode criar tabelas: rode, no banco da Morada, revoke create on schema public from public, ${role}.`,
    );
  return fine(`O usuário do banco, ${role}, só lê e grava registros.`);
}

/** @param offset milliseconds that the database's clock is ahead; `doubt`: margin of error of the offset. */
export function judgeClock(offset: number, doubt: number): Finding {
  const least = Math.max(0, Math.abs(offset) - doubt);
  if (least <= 2 * SECOND) return fine('Os relógios do servidor e do banco concordam.');
  const text = `O relógio do servidor está ${decimal(least / SECOND)} s ${offset > 0 ? 'atrasado' : 'adiantado'} em relação ao do banco: acerte os dois (timedatectl set-ntp true).`;
  // Codes of the second factor are valid for half a minute.
  return least > 15 * SECOND ? wrong(text) : advice(text);
}

/** @param ahead milliseconds by which the newest record of the trail is ahead of the database's clock. */
export function judgeJump(ahead: number): Finding[] {
  if (ahead <= 60 * SECOND) return [];
  return [
    wrong(
      `O relógio do banco andou para trás: o último registro do histórico é de ${lead(ahead)} à frente de agora. Confira a data e a hora (timedatectl). Até lá, sessões, prazos e tarefas marcadas para depois daquele instante esperam por ele.`,
    ),
  ];
}

/** The last day worked, where today is so far ahead of it that the automatic work waits. */
export function judgeWorkedDay(last: CalendarDate | undefined, today: CalendarDate): Finding[] {
  if (last === undefined || !hasJumped(last, today)) return [];
  return [
    wrong(
      `O relógio diz ${formatDate(today)}, e o último dia trabalhado foi ${formatDate(last)}: faturas, cobrança, acordos e despesas automáticas esperam. Confira a data e a hora (timedatectl). Se estão certas, confirme em Hoje.`,
    ),
  ];
}

const lead = (ms: number) => (ms < HOUR ? count(Math.ceil(ms / (60 * SECOND)), 'minuto', 'minutos') : span(ms));

export function judgeSchema(applied: readonly Migration[], known: readonly Migration[]): Finding {
  const steps = new Map(known.map(({ name, checksum }) => [name, checksum]));
  const newer = applied.filter(({ name }) => !steps.has(name));
  if (newer.length > 0)
    return wrong(
      `O banco é de uma versão mais nova da Morada (${newer.map(({ name }) => name).join(', ')}): inicie essa versão.`,
    );
  const other = applied.find(({ name, checksum }) => steps.get(name) !== checksum);
  if (other)
    return wrong(`A migração ${other.name} foi aplicada com outro texto: reinstale a versão que atualizou o banco.`);
  const pending = known.length - applied.length;
  if (pending > 0)
    return advice(
      `O banco está ${count(pending, 'passo', 'passos')} atrás desta versão: o próximo início do servidor o atualiza. Faça um backup antes.`,
    );
  return fine('O banco está na versão deste programa.');
}

/** @param needed bytes that the next backup takes there. */
export function judgeDisk(place: string, { free, total }: { free: number; total: number }, needed = 0): Finding {
  const left = `Em ${place} há ${size(free)} livres de ${size(total)}`;
  if (needed > free) return wrong(`${left}, e o próximo backup leva cerca de ${size(needed)}: libere espaço.`);
  if (free < GIB || free < total * 0.02) return wrong(`${left}: libere espaço agora, ou o servidor para de gravar.`);
  if (free < 5 * GIB || free < total * 0.1) return advice(`${left}: libere espaço ou aumente o disco.`);
  return fine(`${left}.`);
}

/** @param wanted most open mode of a path that only this account should reach, as `chmod` takes it. */
export function judgeRights(path: string, { mode, writable }: { mode: number; writable: boolean }, wanted: string) {
  if (!writable) return wrong(`Esta conta não pode gravar em ${path}: dê a pasta a ela (chown).`);
  if ((mode & 0o077 & ~Number.parseInt(wanted, 8)) !== 0)
    return wrong(`Outras contas desta máquina alcançam ${path}: rode chmod ${wanted} ${path}.`);
  return fine(`${path} é só desta conta.`);
}

/** Time of a backup after which the nightly one has failed. */
const MAX_AGE = 36 * HOUR;

export type BackupFacts = {
  /** State of the latest backup that the command made on this machine. */
  state: BackupState | undefined;
  /** The backup's folder exists without the backup. False when this process can't see the folder. */
  isGone: boolean;
  /** Problem of the key, when one is set and can't be used. */
  keyProblem: string | undefined;
  hasKey: boolean;
  /** Absent without `BACKUP_URL`. */
  offsite: { place: string; newest: Date | undefined; problem: string | undefined; isStorage: boolean } | undefined;
};

export function judgeBackups(facts: BackupFacts, now: Date): Finding[] {
  return [judgeAge(facts, now), ...judgeFile(facts), judgeKey(facts), judgeOffsite(facts, now)];
}

function judgeAge({ state, offsite }: BackupFacts, now: Date): Finding {
  const times = [state && new Date(state.made_at), offsite?.newest].filter((time) => time !== undefined);
  if (times.length === 0)
    return wrong(
      'Nenhum backup foi feito: rode npm run backup -- PASTA --keep 14, e ligue o de todas as noites (systemctl enable --now morada-backup.timer).',
    );
  const age = now.getTime() - Math.max(...times.map((time) => time.getTime()));
  return age <= MAX_AGE
    ? fine(`O último backup foi feito há ${span(age)}.`)
    : wrong(`O último backup foi feito há ${span(age)}: veja por que parou (systemctl status morada-backup).`);
}

function judgeFile({ state, isGone }: BackupFacts): Finding[] {
  if (!state) return [];
  const found: Finding[] = [];
  if (isGone) found.push(advice(`O último backup não está mais em ${state.file}: confira onde ele está guardado.`));
  if (state.missing > 0)
    found.push(
      wrong(
        `O armazenamento perdeu ${count(state.missing, 'arquivo', 'arquivos')} de que o banco fala: rode npm run backup, que diz quais, e traga-os de um backup antigo.`,
      ),
    );
  return found;
}

function judgeKey({ state, hasKey, keyProblem }: BackupFacts): Finding {
  if (keyProblem) return wrong(keyProblem);
  if (!hasKey)
    return advice('Os backups não são criptografados: defina BACKUP_KEY_FILE, e guarde a chave fora da máquina.');
  if (state && !state.encrypted)
    return advice('A chave dos backups está definida, e o último ainda não foi criptografado: faça outro.');
  return fine('Os backups são criptografados. Confira se a chave está guardada também fora da máquina.');
}

function judgeOffsite({ state, offsite }: BackupFacts, now: Date): Finding {
  if (!offsite)
    return advice('Os backups não saem desta máquina: defina BACKUP_URL, o endereço de um bucket em outro lugar.');
  const { place, newest, problem, isStorage } = offsite;
  if (problem) return wrong(problem);
  if (!newest) return wrong(`Não há cópia de backup em ${place}: rode npm run backup.`);
  const age = now.getTime() - newest.getTime();
  if (age > MAX_AGE || state?.offsite === false)
    return wrong(
      `A última cópia em ${place} é de há ${span(age)}: veja por que parou (systemctl status morada-backup).`,
    );
  if (isStorage)
    return advice(`A cópia dos backups fica no mesmo bucket que os arquivos (${place}): use um em outro lugar.`);
  return fine(`Há uma cópia de há ${span(age)} em ${place}.`);
}

const MINUTE = 60 * SECOND;
/** Time after which a finished segment should have been sent. */
const MAX_WAIT = 10 * MINUTE;

export type ArchiveFacts = {
  place: string;
  problem: string | undefined;
  /** Why the operator's key doesn't open the archive. */
  keyProblem: string | undefined;
  newestBase: Date | undefined;
  newestSegment: Date | undefined;
  waiting: { segments: number; bytes: number; seconds: number };
};

/** The continuous archive of the embedded database. */
export function judgeArchive(
  { place, problem, keyProblem, newestBase, newestSegment, waiting }: ArchiveFacts,
  now: Date,
): Finding[] {
  const queue = `${count(waiting.segments, 'segmento espera', 'segmentos esperam')} na fila, ${size(waiting.bytes)}`;
  if (problem)
    return [wrong(`O arquivo contínuo não recebe nada: ${problem} Nada se perde enquanto houver disco: ${queue}.`)];
  const found: Finding[] = [];
  if (keyProblem)
    found.push(
      wrong(
        `Nada volta do arquivo contínuo com a chave dos backups de agora: ${keyProblem} Ponha a chave de então em BACKUP_KEY, ou comece um arquivo em outra pasta.`,
      ),
    );
  if (!newestBase)
    found.push(wrong(`Não há cópia de base em ${place}: com o servidor no ar, rode npm run backup -- --base.`));
  else if (now.getTime() - newestBase.getTime() > MAX_AGE)
    found.push(
      wrong(
        `A última cópia de base em ${place} é de há ${span(now.getTime() - newestBase.getTime())}: rode npm run backup -- --base e veja o que ela diz.`,
      ),
    );
  else found.push(fine(`Há uma cópia de base de há ${span(now.getTime() - newestBase.getTime())} em ${place}.`));
  if (waiting.seconds * SECOND > MAX_WAIT)
    found.push(
      wrong(
        `O arquivo contínuo está atrasado: ${queue}. Veja no diário do servidor por que não são enviados a ${place}, e se há disco.`,
      ),
    );
  else if (newestSegment)
    found.push(
      fine(`É possível voltar a qualquer instante até há ${minutes(now.getTime() - newestSegment.getTime())}.`),
    );
  return found;
}

const minutes = (ms: number) =>
  ms < 2 * HOUR ? count(Math.max(0, Math.ceil(ms / MINUTE)), 'minuto', 'minutos') : span(ms);

export type ArchiverFacts = {
  wal_level: string;
  archive_mode: string;
  has_command: boolean;
  archived: Date | null;
  failed: Date | null;
};

/** Archiving of a PostgreSQL of the agency's own, by other programs; all of it is advice. */
export function judgeArchiver(
  { wal_level, archive_mode, has_command, archived, failed }: ArchiverFacts,
  now: Date,
): Finding {
  const guide = 'veja “Voltar a um instante” no guia do operador';
  if (wal_level === 'minimal')
    return advice(
      `O PostgreSQL está com wal_level = minimal, e não pode ser arquivado: ponha replica e reinicie-o; ${guide}.`,
    );
  if (archive_mode === 'off')
    return advice(
      `O PostgreSQL não arquiva o que grava (archive_mode = off): um engano só se desfaz com o backup da noite; ${guide}.`,
    );
  if (!has_command)
    return advice(
      `O PostgreSQL está com archive_mode ligado e sem archive_command: o WAL se acumula no disco; ${guide}.`,
    );
  if (failed && (!archived || failed > archived))
    return advice(
      'O archive_command do PostgreSQL falha, e o WAL se acumula no disco: o diário do PostgreSQL diz por quê.',
    );
  if (!archived)
    return advice(`O PostgreSQL ainda não arquivou nenhum segmento: confira com select pg_switch_wal(); ${guide}.`);
  const age = now.getTime() - archived.getTime();
  return age > HOUR
    ? advice(`O último segmento foi arquivado há ${minutes(age)}: ponha archive_timeout = 60s, ou veja por que parou.`)
    : fine(`O PostgreSQL arquiva o que grava; o último segmento foi há ${minutes(age)}.`);
}

export type ReplicationFacts = {
  /** Connections of standbys. */
  standbys: number;
  /** Commits wait for a standby (`synchronous_standby_names`). */
  is_synchronous: boolean;
};

/** A PostgreSQL of which `DATABASE_URL` names several servers. */
export function judgeReplication({ standbys, is_synchronous }: ReplicationFacts): Finding {
  const guide = 'veja “Um PostgreSQL com standby” no guia do operador';
  if (standbys === 0 && is_synchronous)
    return wrong(
      `Nenhum standby segue o primário, e as gravações esperam por um: inicie-o, ou desligue synchronous_standby_names; ${guide}.`,
    );
  if (standbys === 0)
    return advice(
      `Nenhum standby segue o primário: se a máquina dele se perder, só resta o backup. Refaça o standby; ${guide}.`,
    );
  if (!is_synchronous)
    return advice(
      `O standby segue o primário com atraso: uma queda perde as últimas gravações. Ligue synchronous_standby_names; ${guide}.`,
    );
  return fine('Um standby confirma cada gravação.');
}

/** `problem`: reason why browsers refuse the certificate. */
export type Certificate = { until: Date; problem: string | undefined };

export function judgeCertificate(host: string, certificate: Certificate | { unreachable: string }, now: Date): Finding {
  // A router often doesn't lead a machine to its own public address.
  if ('unreachable' in certificate)
    return advice(
      `O certificado de ${host} não pôde ser conferido daqui (${certificate.unreachable}): abra o endereço em outra rede.`,
    );
  const left = certificate.until.getTime() - now.getTime();
  const until = certificate.until.toISOString().slice(0, 10).split('-').reverse().join('/');
  if (left <= 0) return wrong(`O certificado de ${host} venceu em ${until}: renove-o, ninguém consegue entrar.`);
  if (certificate.problem)
    return wrong(`O navegador recusa o certificado de ${host} (${certificate.problem}): instale um que valha.`);
  if (left < 7 * DAY)
    return wrong(`O certificado de ${host} vence em ${until}: a renovação automática falhou, renove-o agora.`);
  if (left < 21 * DAY)
    return advice(`O certificado de ${host} vence em ${until}: confira a renovação automática do proxy.`);
  return fine(`O certificado de ${host} vale até ${until}.`);
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

type Addresses = { HOST: string; PUBLIC_URL?: string | undefined; TRUSTED_PROXIES: string };

export function judgeAddresses({ HOST, PUBLIC_URL, TRUSTED_PROXIES }: Addresses): Finding[] {
  const isLocal = LOOPBACK.test(HOST);
  const proxies = TRUSTED_PROXIES.split(',').map((proxy) => proxy.trim());
  const found: Finding[] = [];
  if (!PUBLIC_URL) found.push(advice('Defina PUBLIC_URL, o endereço que as pessoas digitam: links levam a ele.'));
  else if (!PUBLIC_URL.startsWith('https:') && !LOOPBACK.test(new URL(PUBLIC_URL).hostname))
    found.push(
      wrong(`${PUBLIC_URL} é HTTP simples: senhas passam abertas pela rede. Ponha um proxy com HTTPS na frente.`),
    );
  if (proxies.some((proxy) => /\/0+$/.test(proxy)))
    found.push(
      wrong(
        'TRUSTED_PROXIES acredita em qualquer endereço, e o limite de tentativas de entrada não vale: ponha só o do proxy.',
      ),
    );
  else if (PUBLIC_URL?.startsWith('https:') && !isLocal && proxies.every((proxy) => proxy === 'loopback'))
    found.push(
      advice(
        'O servidor atende a outras máquinas e só acredita em um proxy desta (TRUSTED_PROXIES=loopback): se o proxy está em outra ou em um contêiner, ponha o endereço dele.',
      ),
    );
  else found.push(fine('TRUSTED_PROXIES combina com o endereço do servidor.'));
  return found;
}

/** Settings of demonstrations that must not be set where people work. */
export function judgeTrials({ CLOCK, DEMO }: { CLOCK?: string | undefined; DEMO?: string | undefined }): Finding[] {
  const found: Finding[] = [];
  if (CLOCK) found.push(wrong(`CLOCK congela o dia em ${CLOCK}: tire-o, a não ser em uma demonstração.`));
  if (DEMO) found.push(wrong('DEMO mostra uma senha na página de entrada: tire-o, a não ser em uma demonstração.'));
  return found;
}

export const judgeMail = (host: string | undefined, problem?: string): Finding => {
  if (!host) return advice('E-mails não são enviados: defina SMTP_URL e MAIL_FROM.');
  return problem
    ? wrong(`O servidor de e-mail ${host} não aceita a Morada (${problem}): confira SMTP_URL.`)
    : fine(`O servidor de e-mail ${host} responde.`);
};

export const judgeStorage = (place: string, problem?: string): Finding =>
  problem
    ? wrong(`Não foi possível gravar um arquivo de prova em ${place} (${problem}): confira STORAGE_URL e DATA_DIR.`)
    : fine(`Arquivos são gravados e lidos em ${place}.`);

type SecretFacts = {
  problem: string | undefined;
  hasKey: boolean;
  isEmbedded: boolean;
  /** Secrets that were sealed with a key that isn't here. */
  foreign: number;
};

/** The embedded database gets its key when the server starts. */
export function judgeSecrets({ problem, hasKey, isEmbedded, foreign }: SecretFacts): Finding[] {
  if (problem !== undefined) return [wrong(problem)];
  if (foreign > 0)
    return [
      wrong(
        `${count(foreign, 'segredo guardado no banco é', 'segredos guardados no banco são')} de uma chave que não está aqui: ponha-a em SECRETS_OLD_KEY_FILE e rode npm run rotate-secrets. Sem ela, quem usa a verificação em duas etapas entra com um código de recuperação ou é redefinido em Usuários, e as ligações com bancos e os canais de mensagens são feitos de novo.`,
      ),
    ];
  if (hasKey) return [fine('A chave dos segredos guardados no banco pode ser lida.')];
  if (isEmbedded) return [];
  return [advice('Os segredos da verificação em duas etapas ficam em claro no banco: defina SECRETS_KEY_FILE.')];
}

/** Certificates that sign notes: without one that is valid, none of its owner is issued. */
export const judgeNoteCertificates = (kept: readonly KeptCertificate[], today: CalendarDate): Finding[] =>
  kept.flatMap(({ client_id, valid_until }) => {
    const warning = certificateWarning(valid_until, today);
    if (!warning) return [];
    const whose = client_id === null ? 'da imobiliária' : `do cliente ${client_id}`;
    const until = formatDate(valid_until);
    if (warning.within === 0)
      return wrong(`O certificado das notas ${whose} venceu em ${until}: guarde o novo, ou nenhuma nota sai.`);
    const text = `O certificado das notas ${whose} vence em ${until}: guarde o novo antes disso.`;
    return warning.within === 5 ? wrong(text) : advice(text);
  });

import { BackupRefused } from '../refused.ts';
import { fromStamp, showInstant, stamp } from './instant.ts';

/** The key of everything else, encrypted with the operator's. */
export const KEY_NAME = 'key.enc';

/** `system` is PostgreSQL's identifier of the cluster: each has a folder of its own, since segments of two share names. */
export type Base = {
  name: string;
  system: string;
  /** Instants before the first file was read and after the last one. A base serves instants from `stopped` on. */
  started: Temporal.Instant;
  stopped: Temporal.Instant;
  /** Segments that a restore needs at least. */
  first: string;
  last: string;
};
/** A WAL segment, or another file that PostgreSQL archives. Commits before `closed` are in it or in earlier ones. */
export type Segment = { name: string; system: string; file: string; closed: Temporal.Instant };
export type KeptFile = { name: string; system: string; day: string; key: string };
export type Catalogue = { hasKey: boolean; bases: Base[]; segments: Segment[]; files: KeptFile[] };

const STAMP = String.raw`\d{8}T\d{9}Z`;
const BASE = new RegExp(`^(\\d+)/base/(${STAMP})_(${STAMP})_([0-9A-F]{24})_([0-9A-F]{24})\\.enc$`);
const SEGMENT = new RegExp(`^(\\d+)/wal/([0-9A-F]{8}[0-9A-Za-z.]*)_(${STAMP})\\.enc$`);
const FILE = /^(\d+)\/files\/(\d{4}-\d{2}-\d{2})\/(.+)\.enc$/;

export const baseName = ({ system, started, stopped, first, last }: Omit<Base, 'name'>) =>
  `${system}/base/${stamp(started)}_${stamp(stopped)}_${first}_${last}.enc`;
/** Keys of the files that rows named when the base was made. */
export const keysName = (base: string) => base.replace('/base/', '/keys/');
export const segmentPrefix = (system: string, file: string) => `${system}/wal/${file}_`;
export const segmentName = ({ system, file, closed }: Omit<Segment, 'name'>) =>
  `${segmentPrefix(system, file)}${stamp(closed)}.enc`;
export const keptFileName = ({ system, day, key }: Omit<KeptFile, 'name'>) => `${system}/files/${day}/${key}.enc`;

/** Contents of an archive, read from its names; bases and segments in order. Other names are foreign and ignored. */
export function readCatalogue(names: Iterable<string>): Catalogue {
  const found: Catalogue = { hasKey: false, bases: [], segments: [], files: [] };
  for (const name of [...names].sort()) {
    const [, system = '', ...parts] = BASE.exec(name) ?? SEGMENT.exec(name) ?? FILE.exec(name) ?? [];
    const [one = '', two = '', first = '', last = ''] = parts;
    if (name === KEY_NAME) found.hasKey = true;
    else if (parts.length === 4)
      found.bases.push({ name, system, started: fromStamp(one), stopped: fromStamp(two), first, last });
    else if (SEGMENT.test(name)) found.segments.push({ name, system, file: one, closed: fromStamp(two) });
    else if (FILE.test(name)) found.files.push({ name, system, day: one, key: two });
  }
  found.bases.sort((a, b) => Temporal.Instant.compare(a.stopped, b.stopped));
  return found;
}

/** The segment after this one, of 16 MiB each: timeline, and a number of 64 bits in two parts. */
export function nextSegment(file: string): string {
  const low = Number.parseInt(file.slice(16), 16) + 1;
  const high = Number.parseInt(file.slice(8, 16), 16) + (low > 0xff ? 1 : 0);
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  return file.slice(0, 8) + hex(high) + hex(low > 0xff ? 0 : low);
}

/** PostgreSQL takes a commit's time a moment before it writes the commit, which may then be in the next segment. */
const MARGIN = { seconds: 10 };

/**
 * The newest base that serves the instant, and its segments up to the first that was closed after it.
 * @throws BackupRefused with the time from which, or up to which, a restore is possible.
 */
export function planRestore(
  { bases, segments }: Pick<Catalogue, 'bases' | 'segments'>,
  at: Temporal.Instant,
  now: Temporal.Instant,
): { base: Base; segments: Segment[] } {
  const isUpTo = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other) <= 0;
  if (!isUpTo(at, now)) throw new BackupRefused(`${showInstant(at)} ainda não chegou: agora são ${showInstant(now)}.`);
  const [oldest] = bases;
  if (!oldest) throw new BackupRefused('Não há cópia de base no arquivo contínuo: nada pode ser restaurado dele.');
  const base = bases.findLast(({ stopped }) => isUpTo(stopped, at));
  if (!base)
    throw new BackupRefused(
      `A cópia de base mais antiga é de ${showInstant(oldest.stopped)}: só é possível voltar a um instante depois dela.`,
    );
  const own = segments.filter(({ system }) => system === base.system);
  const byFile = new Map(own.map((segment) => [segment.file, segment]));
  const needed: Segment[] = [];
  let file = base.first;
  for (let found = byFile.get(file); found; found = byFile.get(file)) {
    needed.push(found);
    if (file >= base.last && isUpTo(at.add(MARGIN), found.closed)) break;
    file = nextSegment(file);
  }
  const newest = needed.at(-1);
  if (newest && newest.file >= base.last && isUpTo(at, newest.closed)) return { base, segments: needed };
  const isGap = own.some(
    (one) => one.file.length === 24 && one.file.slice(0, 8) === file.slice(0, 8) && one.file > file,
  );
  const reason = isGap ? `falta o segmento ${file} no arquivo contínuo` : 'o arquivo contínuo termina antes';
  throw new BackupRefused(
    newest && newest.file >= base.last
      ? `Não é possível voltar a ${showInstant(at)}: ${reason}. A partir desta base, é possível até ${showInstant(newest.closed)}.`
      : `Não é possível voltar a ${showInstant(at)}: ${reason}, e a cópia de base de ${showInstant(base.stopped)} não serve sem ele.`,
  );
}

/**
 * Names that no restore needs when the newest `keep` bases stay. `named`: file keys of each system's oldest kept base.
 * A file archived after that base may belong to any instant that can be restored. A file archived before it is needed
 * only if rows named it when the base was made, since keys are never reused. The margin of a day covers uploads that
 * were in progress.
 */
export function outdatedNames(
  { bases, segments, files }: Catalogue,
  keep: number,
  named: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const kept = bases.slice(-keep);
  const oldest = new Map<string, Base>();
  for (const base of kept.toReversed()) oldest.set(base.system, base);
  const dropped = bases.slice(0, -keep);
  const isOver = ({ system, file, closed }: Segment) => {
    const base = oldest.get(system);
    // Histories of timelines are small, and keep a later restore from using a number twice.
    if (base && file.endsWith('.history')) return false;
    return !base || Temporal.Instant.compare(closed, base.started) < 0;
  };
  const isForgotten = ({ system, day, key }: KeptFile) => {
    const base = oldest.get(system);
    if (!base) return true;
    const dayBefore = base.started.subtract({ hours: 24 }).toString().slice(0, 10);
    return day < dayBefore && named.get(system)?.has(key) === false;
  };
  // Without a base no name is known to be outdated.
  if (kept.length === 0) return [];
  return [
    ...dropped.flatMap(({ name }) => [name, keysName(name)]),
    ...segments.filter(isOver).map(({ name }) => name),
    ...files.filter(isForgotten).map(({ name }) => name),
  ];
}

/** The oldest base of each system that stays. */
export function oldestKept({ bases }: Pick<Catalogue, 'bases'>, keep: number): Base[] {
  const oldest = new Map<string, Base>();
  for (const base of bases.slice(-keep).toReversed()) oldest.set(base.system, base);
  return [...oldest.values()];
}

/**
 * Whether the cluster needs a base: it has none on its timeline, the newest is from before the last night, or segments
 * are missing since.
 * @param timeline eight hexadecimal digits, as segments begin.
 */
export function isBaseDue(
  { bases, segments }: Pick<Catalogue, 'bases' | 'segments'>,
  { system, timeline }: { system: string; timeline: string },
  now: Temporal.Instant,
): boolean {
  const base = bases.findLast((one) => one.system === system && one.first.startsWith(timeline));
  if (!base) return true;
  const here = now.toZonedDateTimeISO('America/Sao_Paulo');
  const today = here.with({ hour: 2, minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 });
  const night = Temporal.ZonedDateTime.compare(today, here) <= 0 ? today : today.subtract({ days: 1 });
  if (Temporal.Instant.compare(base.started, night.toInstant()) < 0) return true;
  const isOwn = (one: Segment) => one.system === system && one.file.length === 24 && one.file >= base.first;
  const own = new Set(segments.filter((one) => isOwn(one) && one.file.startsWith(timeline)).map(({ file }) => file));
  const newest = [...own].sort().at(-1);
  let file = base.first;
  while (own.has(file)) file = nextSegment(file);
  return newest !== undefined && newest > file;
}

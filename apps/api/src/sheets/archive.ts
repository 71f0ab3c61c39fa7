import { SheetRefused } from './refused.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const LONGEST_COMMENT = 65_535;

const ENCRYPTED = 0x1;
const SIZES_FOLLOW = 0x8;
const IN_ZIP64 = 0xffffffff;

const MAX_ENTRIES = 2_000;
const MAX_UNPACKED_BYTES = 150_000_000;
/** A part that unpacks to more than a hundred times its size holds blanks: sheets unpack to ten or thirty times. */
const LARGE_BYTES = 10_000_000;
const MOST_TIMES = 100;
/** Packed size of an empty entry. */
const EMPTY_PACKED = 2;

const BROKEN = 'O arquivo está incompleto ou danificado. Abra-o, salve-o de novo e envie outra vez.';

/**
 * Names in a zip, after checking its directory. The unpacker stops at the sizes declared there, so entries without a
 * size and excessive sums are refused here.
 */
export function archiveNames(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (count > MAX_ENTRIES) throw new SheetRefused('O arquivo tem partes demais para uma planilha.');
  const names: string[] = [];
  let unpacked = 0;
  let place = view.getUint32(end + 16, true);
  for (let number = 0; number < count; number += 1) {
    if (place + ENTRY_SIZE > bytes.length || view.getUint32(place, true) !== ENTRY) throw new SheetRefused(BROKEN);
    const entry = entryAt(view, place);
    const name = new TextDecoder().decode(bytes.subarray(place + ENTRY_SIZE, place + ENTRY_SIZE + entry.nameLength));
    check(name, entry);
    unpacked += entry.unpacked;
    const isInflated = entry.unpacked > LARGE_BYTES && entry.unpacked > entry.packed * MOST_TIMES;
    if (unpacked > MAX_UNPACKED_BYTES || isInflated)
      throw new SheetRefused('O conteúdo do arquivo é grande demais quando aberto. Divida a planilha em partes.');
    names.push(name);
    place += entry.size;
  }
  return names;
}

function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_SIZE - LONGEST_COMMENT);
  for (let place = view.byteLength - END_SIZE; place >= first; place -= 1)
    if (view.getUint32(place, true) === END) return place;
  throw new SheetRefused(BROKEN);
}

function entryAt(view: DataView, place: number) {
  const nameLength = view.getUint16(place + 28, true);
  return {
    flags: view.getUint16(place + 8, true),
    packed: view.getUint32(place + 20, true),
    unpacked: view.getUint32(place + 24, true),
    nameLength,
    size: ENTRY_SIZE + nameLength + view.getUint16(place + 30, true) + view.getUint16(place + 32, true),
  };
}

function check(name: string, { flags, packed, unpacked }: ReturnType<typeof entryAt>) {
  if (flags & ENCRYPTED)
    throw new SheetRefused('O arquivo está protegido por senha. Salve-o sem senha e envie de novo.');
  if (/(^|[/\\])\.\.([/\\]|$)|^[/\\]|^[a-z]:|\0/i.test(name)) throw new SheetRefused(BROKEN);
  const sizeless = unpacked === 0 && (packed > EMPTY_PACKED || (flags & SIZES_FOLLOW && packed === 0));
  if (sizeless || packed === IN_ZIP64 || unpacked === IN_ZIP64) throw new SheetRefused(BROKEN);
}

import { useEffect } from 'react';
import { read, useVault, write } from './vault.ts';

const NAME = 'recent';
const KEPT = 12;

export type RecordKind = 'clients' | 'properties' | 'proposals' | 'invoices';
/** A record that was opened, in the words that told it from others then. */
export type Recent = { kind: RecordKind; id: number; label: string; below: string };

const NONE: Recent[] = [];
const all = () => read<Recent[]>(NAME) ?? NONE;

/** Records that this user opened last, latest first. Signing out clears them with the rest of the vault. */
export function useRecent(): Recent[] {
  return useVault<Recent[]>(NAME) ?? NONE;
}

/** Keeps a record among them once it is there to be seen. */
export function useRemember(kind: RecordKind, id: number, label: string | undefined, below = '') {
  useEffect(() => {
    if (!label) return;
    const [latest, ...others] = all();
    const seen: Recent = { kind, id, label, below };
    if (JSON.stringify(latest) === JSON.stringify(seen)) return;
    const rest = [latest, ...others].filter((one) => one !== undefined && (one.kind !== kind || one.id !== id));
    write(NAME, [seen, ...rest].slice(0, KEPT));
  }, [kind, id, label, below]);
}

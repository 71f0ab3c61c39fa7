import { parseDecoded } from '@morada/contract/base/wire';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type * as z from 'zod/mini';
import { toast } from '#web/lib/toast.ts';
import { useUnsaved } from '#web/ui/base/unsaved.ts';

export type Row<R> = {
  key: string;
  /** One that is saved has it. */
  id?: number;
  value: R;
  errors: Partial<Record<keyof R, string>>;
  /** Version of the row saved by another user during the edit. */
  theirs?: R;
};

type Options<R, S> = {
  /** As the server holds them, in their order. */
  saved: S[];
  toRow: (saved: S) => R;
  /** Schema of one row. */
  schema: z.ZodMiniType<unknown, R>;
  /** Saves what all of them say. */
  submit: (rows: R[]) => Promise<unknown>;
  /** Saves the order immediately, in a request of its own. */
  sort: (ids: number[]) => Promise<unknown>;
  /** Removes a row immediately, without confirmation; undoing it restores what was typed. */
  remove: (id: number, name: string) => void;
};

/** `base` is what it was changed from; a new row has none. */
type Typed<R> = Record<string, { value: R; base?: R }>;

/**
 * Rows that users edit, reorder and remove. Only edited values are held here: they survive any change of the other rows
 * on the server, and are saved with "Salvar alterações".
 */
export function useRows<R extends object, S extends { id: number }>(options: Options<R, S>) {
  const { saved, toRow, schema, submit, sort, remove } = options;
  const [typed, setTyped] = useState<Typed<R>>({});
  const [placed, setPlaced] = useState<string[]>([]);
  const [checked, setChecked] = useState(false);
  const last = useRef(0);
  const list = useRef<HTMLFormElement>(null);

  const held = new Map(saved.map((one) => [keyOf(one.id), { id: one.id, value: toRow(one) }]));
  const fresh = Object.keys(typed).filter(isNew);
  const rows = inPlace([...held.keys()], fresh, placed).flatMap((key): Row<R>[] => {
    const [mine, theirs] = [typed[key], held.get(key)];
    const value = mine?.value ?? theirs?.value;
    if (!value) return [];
    const crossed = mine?.base && theirs && !isSame(mine.base, theirs.value) && !isSame(mine.value, theirs.value);
    const errors = checked ? errorsIn(schema, value) : {};
    return [{ key, id: theirs?.id, value, errors, theirs: crossed ? theirs.value : undefined }];
  });
  const changed = Object.keys(typed).filter((key) => isNew(key) || held.has(key));
  const release = useUnsaved(changed.length > 0);

  function reset() {
    setTyped({});
    setPlaced([]);
    setChecked(false);
  }

  /** Shows what is wrong, the first of it with the focus. */
  function isRight() {
    if (rows.every(({ value }) => parseDecoded(schema, value).success)) return true;
    flushSync(() => setChecked(true));
    list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    return false;
  }

  async function save() {
    if (!isRight()) return false;
    try {
      await submit(rows.map(({ value }) => value));
      release();
      reset();
      return true;
    } catch (error) {
      toast.failure(error);
      return false;
    }
  }

  return {
    rows,
    /** Goes around the fields. */
    list,
    add(values: R[]) {
      const added = values.map((value) => {
        last.current += 1;
        return [`n${last.current}`, { value }] as const;
      });
      setTyped((now) => ({ ...now, ...Object.fromEntries(added) }));
      setPlaced([...rows.map(({ key }) => key), ...added.map(([key]) => key)]);
    },
    change({ key, value }: Row<R>, change: Partial<R>) {
      const [next, was] = [{ ...value, ...change }, held.get(key)?.value];
      setTyped((now) =>
        was && isSame(was, next) ? without(now, key) : { ...now, [key]: { value: next, base: now[key]?.base ?? was } },
      );
    },
    drop({ key, id }: Row<R>, name: string) {
      if (id === undefined) setTyped((now) => without(now, key));
      else remove(id, name);
    },
    async move(from: number, to: number) {
      const next = rows.map(({ key }) => key);
      next.splice(to, 0, ...next.splice(from, 1));
      setPlaced(next);
      const ids = next.flatMap((key) => held.get(key)?.id ?? []);
      if (ids.every((id, index) => id === saved[index]?.id)) return;
      await sort(ids).then(() => toast.success('Atualizado!'), toast.failure);
    },
    /** Form state that `useSections` and `useConflict` read. */
    section: {
      formState: {
        isDirty: changed.length > 0,
        dirtyFields: Object.fromEntries(changed.map((key) => [key, true])),
      },
      handleSubmit: (valid: () => void, invalid: () => void) => async () => (isRight() ? valid() : invalid()),
      save,
      conflicts: [],
      forgetConflicts: () => {},
      reset,
    },
  };
}

const keyOf = (id: number) => `s${id}`;
const isNew = (key: string) => key.startsWith('n');
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** As the server has them; each new one between those that it was put between. */
function inPlace(saved: string[], fresh: string[], placed: string[]): string[] {
  const order = [...saved];
  for (const key of placed.filter((one) => fresh.includes(one))) {
    const place = placed.indexOf(key);
    const before = placed.slice(0, place).findLast((one) => order.includes(one));
    const after = placed.slice(place).find((one) => order.includes(one));
    order.splice(before ? order.indexOf(before) + 1 : after ? order.indexOf(after) : order.length, 0, key);
  }
  return order;
}

function errorsIn<R>(schema: z.ZodMiniType<unknown, R>, value: R): Row<R>['errors'] {
  const issues = parseDecoded(schema, value).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path[0], message])) as Row<R>['errors'];
}

function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  const { [key]: _, ...rest } = record;
  return rest;
}

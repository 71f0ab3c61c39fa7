import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Control, type FieldValues, get, type Path, type PathValue, type UseFormReturn } from 'react-hook-form';
import { type FieldWords, wordsOf } from '#web/ui/input/field.ts';
import { dirtyNames } from './dirty.ts';

/** A field changed here, not saved yet, that another user has saved with a different value. */
export type Conflict = {
  name: string;
  control: Control<FieldValues>;
  words: FieldWords;
  mine: unknown;
  theirs: unknown;
  /** Puts one of the two into the field. */
  take: (value: unknown) => void;
};

/** Compares two values of a form as JSON, since they are plain data. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Merges a reloaded record into the form: dirty fields keep their text, the others are updated. A dirty field that
 * another user changed becomes a conflict until one value is chosen.
 */
export function useConflicts<V extends FieldValues>(form: UseFormReturn<V, unknown, V>, values: V | undefined) {
  const { control, getValues, setValue, resetField, formState } = form;
  const { defaultValues, dirtyFields } = formState;
  const [found, setFound] = useState<Record<string, { mine: unknown; theirs: unknown }>>({});
  const read = useRef(values);

  const findConflicts = useEffectEvent((values: V) => {
    const dirty = dirtyNames(dirtyFields).filter((name) => wordsOf(control, name));
    const both = dirty
      .map((name) => ({ name, mine: getValues(name as Path<V>) as unknown, theirs: get(values, name) as unknown }))
      .filter(({ name, mine, theirs }) => !isSame(get(defaultValues, name), theirs) && !isSame(mine, theirs));
    setFound((before) => {
      const open = Object.entries(before).filter(([name]) => dirty.includes(name));
      return { ...Object.fromEntries(open), ...Object.fromEntries(both.map(({ name, ...values }) => [name, values])) };
    });
  });
  // Runs before the library's own effect resets the form: the form still holds the values of the earlier reading.
  useLayoutEffect(() => {
    if (isSame(read.current, values)) return;
    read.current = values;
    if (values) findConflicts(values);
  }, [values]);

  // A field that both changed alike is no longer dirty.
  const settleAlike = useEffectEvent((saved: typeof defaultValues) => {
    for (const name of dirtyNames(dirtyFields) as Path<V>[]) {
      if (saved && isSame(getValues(name), get(saved, name))) resetField(name);
    }
  });
  useEffect(() => settleAlike(defaultValues), [defaultValues]);

  const conflicts = Object.entries(found).flatMap(([name, both]): Conflict[] => {
    const words = wordsOf(control, name);
    if (!words) return [];
    const take = (value: unknown) =>
      setValue(name as Path<V>, value as PathValue<V, Path<V>>, {
        shouldDirty: true,
        shouldValidate: formState.isSubmitted,
      });
    return [{ ...both, name, words, take, control: control as unknown as Control<FieldValues> }];
  });
  return { conflicts, forgetConflicts: () => setFound({}) };
}

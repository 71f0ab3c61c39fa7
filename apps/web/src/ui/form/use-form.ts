import { zodResolver } from '@hookform/resolvers/zod';
import { encoded } from '@morada/contract/base/wire';
import { useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  type ResolverResult,
  set,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { toast } from '#web/lib/toast.ts';
import { useUnsaved } from '#web/ui/base/unsaved.ts';
import { hasField } from '#web/ui/input/field.ts';
import { type Conflict, useConflicts } from './use-conflicts.ts';

/** The body of a call; the form holds its decoded values (centavos, days), and the call encodes them. */
type Schema<V extends FieldValues> = z.ZodMiniType<unknown, V>;

type FormOptions<V extends FieldValues, Answer> = {
  /** Initial values of a new record. */
  defaultValues?: DefaultValues<V>;
  /** An existing one: follows the record when it is loaded again, and keeps what was typed meanwhile. */
  values?: V;
  /** Makes the call. What it throws is shown: at the fields the server names, or as a notice. */
  submit: (values: V) => Promise<Answer>;
  /** The call went through; the form is clean by now. */
  onSaved?: (answer: Answer) => void;
  /** The page shows `failure` itself; otherwise it is a notice. */
  showsFailure?: boolean;
  /** It only asks for something, a file say: nothing is lost by leaving. */
  asks?: boolean;
  /** Validates and sends only dirty fields: stored values may be invalid and are kept. */
  changesOnly?: boolean;
  /** Messages of fields that show a value and may not be emptied, though the call takes its own default for none. */
  neverEmpty?: () => Readonly<Record<string, string>>;
  /** The values that are validated and submitted: those held, with the proposals of fields that were not edited. */
  complete?: (held: V) => V;
};

export type Form<V extends FieldValues> = UseFormReturn<V, unknown, V> & {
  /** Validates and submits; resolves to whether it was saved. For a button outside the `<Form>`. */
  save: () => Promise<boolean>;
  /** Validates without submitting; resolves to what would be submitted, or undefined where fields show their errors. */
  check: () => Promise<V | undefined>;
  /** The last refusal that no field could show. */
  failure: Refusal | undefined;
  /** Conflicts with another user's changes; `useConflict` resolves them. */
  conflicts: Conflict[];
  forgetConflicts: () => void;
  /** Disables the unsaved-changes prompt: the input is discarded. */
  release: () => void;
};

export type Refusal = Error & {
  code?: string;
  errors?: readonly { field: string; message: string }[];
  extra?: Record<string, unknown>;
};

/** Validates the encoded values, as the server does, but submits the form's own values. */
function resolverOf<V extends FieldValues>(schema: Schema<V>): Resolver<V, unknown, V> {
  const judge: Resolver<V, unknown, V> = zodResolver(schema, undefined, { raw: true });
  return async (values, ...rest) => {
    const judged = await judge(encoded(schema, values) as V, ...rest);
    return Object.keys(judged.errors).length > 0 ? judged : { values, errors: {} };
  };
}

/** Adds the messages of fields that were emptied. */
function orEmptied<V extends FieldValues>(
  judged: ResolverResult<V, V>,
  held: V,
  messages: Readonly<Record<string, string>>,
): ResolverResult<V, V> {
  const emptied = Object.entries(messages).filter(([name]) => [null, ''].includes(get(held, name)));
  if (emptied.length === 0) return judged;
  const errors = { ...judged.errors };
  for (const [name, message] of emptied) set(errors, name, { type: 'emptied', message });
  return { values: {}, errors } as ResolverResult<V, V>;
}

/** A form over the body schema of a call of the contract. */
export function useForm<V extends FieldValues, Answer>(schema: Schema<V>, options: FormOptions<V, Answer>): Form<V> {
  const {
    defaultValues,
    values,
    submit,
    onSaved,
    showsFailure,
    changesOnly,
    asks,
    complete,
    neverEmpty = () => ({}),
  } = options;
  const [failure, setFailure] = useState<Refusal>();
  const resolve = resolverOf(schema);
  const form: UseFormReturn<V, unknown, V> = useHookForm<V, unknown, V>({
    defaultValues,
    values,
    // Without `keepDirty` a record that is read again marks the form clean, with its typed values still in it.
    resetOptions: { keepDirtyValues: true, keepDirty: true },
    resolver: async (held, ...rest) => orEmptied(await resolve(sent(held), ...rest), held, neverEmpty()),
  });
  // The library changes its one form object in place; only `formState` is another after each change.
  const { formState } = form;
  const release = useUnsaved(formState.isDirty && !asks, formState.isSubmitting);
  const merging = useConflicts(form, values);

  const changedOf = (all: V) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => form.getFieldState(name as Path<V>).isDirty)) as V;
  function sent(held: V): V {
    if (changesOnly) return changedOf(held);
    return complete ? complete(held) : held;
  }
  /** A reset that is asked for starts the form over; only a record that is loaded again keeps what was typed. */
  const reset: typeof form.reset = (to, options) =>
    form.reset(to, { keepDirtyValues: false, keepDirty: false, ...options });

  /** Shows the server's refusals at their fields, the first with the focus; false where one has no field on the screen. */
  function place({ errors = [] }: Refusal): boolean {
    const known = errors.filter(({ field }) => (field.split('.')[0] ?? '') in form.getValues());
    known.forEach(({ field, message }, index) => {
      form.setError(field as Path<V>, { type: 'server', message }, { shouldFocus: index === 0 });
    });
    return errors.length > 0 && errors.every(({ field }) => hasField(form.control, field));
  }

  function settle(valid: V, answer: Answer) {
    reset(changesOnly ? form.getValues() : valid);
    merging.forgetConflicts();
    release();
    onSaved?.(answer);
  }

  function refuse(refusal: Refusal) {
    if (place(refusal)) return;
    setFailure(refusal);
    if (!showsFailure) toast.failure(refusal);
  }

  const check = () =>
    new Promise<V | undefined>((resolve) => {
      form.handleSubmit(
        (valid) => resolve(valid),
        () => resolve(undefined),
      )();
    });

  async function save() {
    let saved = false;
    await form.handleSubmit(async (valid) => {
      setFailure(undefined);
      try {
        const answer = await submit(valid);
        saved = true;
        settle(valid, answer);
      } catch (error) {
        refuse(error as Refusal);
      }
    })();
    return saved;
  }

  return { ...form, ...merging, formState, reset, save, check, failure, release };
}

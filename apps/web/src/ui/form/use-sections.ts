import { useState } from 'react';
import { flushSync } from 'react-dom';
import { wordsOf } from '#web/ui/input/field.ts';
import { dirtyNames } from './dirty.ts';

type SectionForm = {
  control?: object;
  formState: { isDirty: boolean; dirtyFields: object };
  handleSubmit: (valid: () => void, invalid: () => void) => () => Promise<void>;
  save: () => Promise<boolean>;
  reset: () => void;
};

/** A form of its own for each part of a record, under the tab where it stands. */
export type Section = { tab: string; form: SectionForm };

/** One save for a record whose parts are saved by calls of their own: only those that changed are sent. */
export function useSections(
  sections: Section[],
  { show, onSaved }: { show: (tab: string) => void; onSaved: () => void },
) {
  const [saving, setSaving] = useState(false);
  const changed = sections.filter(({ form }) => form.formState.isDirty);
  const changes = changed.reduce((total, { form }) => total + changesIn(form), 0);

  /** All of them are looked at before the first is sent. */
  async function allRight() {
    for (const { tab, form } of changed) {
      if (await isValid(form)) continue;
      flushSync(() => show(tab));
      await isValid(form); // Again, now that its fields can take the focus.
      return false;
    }
    return true;
  }

  async function saveChanged() {
    if (!(await allRight())) return false;
    for (const { tab, form } of changed) {
      if (await form.save()) continue;
      show(tab);
      return false;
    }
    onSaved();
    return true;
  }

  async function save() {
    if (changed.length === 0) return true;
    setSaving(true);
    return saveChanged().finally(() => setSaving(false));
  }

  return {
    changes,
    saving,
    save,
    discard() {
      for (const { form } of sections) form.reset();
    },
    isDirty: (tab: string) => changed.some((section) => section.tab === tab),
  };
}

export function changesInWords(changes: number): string {
  return changes === 1 ? '1 alteração não salva' : `${changes} alterações não salvas`;
}

/** Dirty fields without a visible label accompany another field and are not counted. */
function changesIn({ control, formState }: SectionForm): number {
  const names = dirtyNames(formState.dirtyFields).filter((name) => !control || wordsOf(control, name));
  return Math.max(1, names.length);
}

const isValid = (form: SectionForm) =>
  new Promise<boolean>((resolve) => {
    form.handleSubmit(
      () => resolve(true),
      () => resolve(false),
    )();
  });

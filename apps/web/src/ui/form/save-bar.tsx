import type { ReactNode } from 'react';
import { Foot, type FootActions } from '#web/ui/base/actions.tsx';
import classes from './save-bar.module.css';
import { changesInWords } from './use-sections.ts';

/** At the bottom of a page while something on it differs from what is saved, or always, with the `label` of what it does. */
export function SaveBar({
  notice,
  onDiscard,
  label = 'Alterações não salvas',
  ...actions
}: FootActions & { notice?: ReactNode; onDiscard?: () => void; label?: string }) {
  return (
    <section aria-label={label} className={classes.bar} data-foot>
      {notice}
      <Foot {...actions} close={onDiscard && 'Descartar'} onClose={onDiscard} />
    </section>
  );
}

/** What a form or the sections of a record hold that is not saved. */
type Unsaved = { changes: number; saving: boolean; save: () => Promise<boolean>; discard: () => void };

type ChangesBarProps = {
  of: Unsaved;
  /** Another user's change, which is settled before saving; the bar stands for it alone too. */
  notice?: ReactNode;
  /** What saving does where there is no record yet, whose fields are no changes: "Conectar ao banco". */
  create?: string | false;
  /** On a long page it stands without changes too, so that one knows where saving is. */
  always?: boolean;
};

/** The bar while there are unsaved changes or a notice about them. */
export function ChangesBar({ of: { changes, saving, save, discard }, notice, create, always }: ChangesBarProps) {
  const isDirty = changes > 0;
  if (!isDirty && !notice) return always && <SaveBar label="Salvar" note="Tudo salvo" />;
  return (
    <SaveBar
      notice={notice}
      note={isDirty && !create && changesInWords(changes)}
      onDiscard={isDirty ? discard : undefined}
      primary={isDirty && { label: create || 'Salvar alterações', onClick: save, loading: saving }}
    />
  );
}

type ChangedForm = {
  formState: { isDirty: boolean; isSubmitting: boolean; dirtyFields: object };
  save: () => Promise<boolean>;
  reset: () => void;
};

export function unsavedOf({ formState: { isDirty, isSubmitting, dirtyFields }, save, reset }: ChangedForm): Unsaved {
  const changes = isDirty ? Math.max(1, Object.keys(dirtyFields).length) : 0;
  return { changes, saving: isSubmitting, save, discard: () => reset() };
}

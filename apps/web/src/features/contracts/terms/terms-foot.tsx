import { SaveBar } from '#web/ui/form/save-bar.tsx';
import { changesInWords } from '#web/ui/form/use-sections.ts';
import type { useTermsForm } from './use-terms-form.ts';

/** In sight while something is not saved. */
export function TermsFoot({ form, notice }: ReturnType<typeof useTermsForm>) {
  const { dirtyFields, isDirty, isSubmitting } = form.formState;
  return (
    <SaveBar
      notice={notice}
      note={isDirty && changesInWords(Object.keys(dirtyFields).length)}
      onDiscard={isDirty ? () => form.reset() : undefined}
      primary={isDirty && { label: 'Salvar alterações', onClick: form.save, loading: isSubmitting }}
    />
  );
}

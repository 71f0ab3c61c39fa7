import { changesInWords } from '#web/ui/form/use-sections.ts';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { StaleNotice } from '#web/ui/stale-notice.tsx';
import type { useTermsForm } from './use-terms-form.ts';

/** In sight while something is not saved. */
export function TermsFoot({ form, stale, reload }: ReturnType<typeof useTermsForm>) {
  const { dirtyFields, isSubmitting } = form.formState;
  return (
    <SaveBar
      notice={stale && <StaleNotice what="este contrato" extra={stale.extra} onReload={reload} />}
      note={changesInWords(Object.keys(dirtyFields).length)}
      onDiscard={() => form.reset()}
      primary={{ label: 'Salvar alterações', onClick: form.save, loading: isSubmitting }}
    />
  );
}

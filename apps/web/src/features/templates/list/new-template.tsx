import { TemplateCreate } from '@morada/contract/lease/templates';
import { type TemplateDraft, useCreateTemplate } from '#web/features/templates/template-queries.ts';
import { TemplateWriter } from '#web/features/templates/template-writer.tsx';
import { toast } from '#web/lib/toast.ts';
import { SaveBar } from '#web/ui/form/save-bar.tsx';
import { useForm } from '#web/ui/form/use-form.ts';

type NewTemplateProps = {
  /** Initial content: empty, the example or another template. */
  draft: TemplateDraft;
  onCreated: (id: number) => void;
  onCancel: () => void;
};

export function NewTemplate({ draft, onCreated, onCancel }: NewTemplateProps) {
  const create = useCreateTemplate();
  const form = useForm(TemplateCreate, {
    defaultValues: draft,
    submit: (body) => create.mutateAsync({ body }),
    onSaved: ({ id }) => {
      toast.success('Modelo cadastrado!');
      onCreated(id);
    },
  });
  return (
    <>
      <TemplateWriter form={form} />
      <SaveBar
        others={[{ label: 'Cancelar', onClick: onCancel }]}
        primary={{ label: 'Cadastrar modelo', onClick: form.save, loading: form.formState.isSubmitting }}
      />
    </>
  );
}

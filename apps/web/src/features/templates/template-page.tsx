import { Button } from '@mantine/core';
import { TemplateCreate, templates } from '@morada/contract/lease/templates';
import { IconCopy, IconFileOff, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { ChangesBar, unsavedOf } from '#web/ui/form/save-bar.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { type SharedRecord, useConflict, useRecord } from '#web/ui/overlay/use-record.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import { templateCrumbs } from './crumbs.ts';
import { useRemoveTemplate } from './list/use-remove-template.ts';
import { type ContractTemplate, templateQuery, useUpdateTemplate } from './template-queries.ts';
import { TemplateReading } from './template-reading.tsx';
import { TemplateWriter } from './template-writer.tsx';

type TemplatePageProps = { id: number; onRemoved: () => void };

/** One template: written by those who may, read by the others. */
export function TemplatePage({ id, onRemoved }: TemplatePageProps) {
  const { record, query, data: template } = useRecord({ what: 'este modelo', query: templateQuery(id) });
  return (
    <>
      <PageHead
        title={template?.name ?? 'Modelo de contrato'}
        breadcrumbs={templateCrumbs()}
        actions={template && <TemplateActions template={template} onRemoved={onRemoved} />}
      />
      <QueryBoundary query={query} what="o modelo" lines={12} missing={<NoSuchTemplate />}>
        {({ data: template }) =>
          may(templates.update.access) ? (
            <EditTemplate template={template} record={record} />
          ) : (
            <TemplateReading body={template.body} />
          )
        }
      </QueryBoundary>
    </>
  );
}

function TemplateActions({ template, onRemoved }: { template: ContractTemplate; onRemoved: () => void }) {
  const remove = useRemoveTemplate();
  return (
    <>
      {may(templates.remove.access) && (
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={15} />}
          onClick={async () => (await remove(template)) && onRemoved()}
        >
          Deletar
        </Button>
      )}
      {may(templates.create.access) && (
        <Button
          variant="default"
          leftSection={<IconCopy size={15} />}
          renderRoot={(props) => <Link to="/settings/contracts/create" search={{ copy: template.id }} {...props} />}
        >
          Duplicar
        </Button>
      )}
    </>
  );
}

type EditTemplateProps = { template: ContractTemplate; record: SharedRecord };

function EditTemplate({ template: { id, name, body }, record }: EditTemplateProps) {
  const update = useUpdateTemplate(id);
  const form = useForm(TemplateCreate, {
    values: { name, body },
    submit: (body) => update.mutateAsync({ params: { id }, body }),
    onSaved: () => toast.success('Dados atualizados!'),
  });
  const notice = useConflict(record, [form]);
  return (
    <>
      <TemplateWriter form={form} />
      <ChangesBar of={unsavedOf(form)} notice={notice} />
    </>
  );
}

function NoSuchTemplate() {
  return (
    <EmptyState
      icon={IconFileOff}
      title="Não encontramos este modelo de contrato"
      below="Ele foi deletado, ou o endereço está errado."
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/settings/contracts" {...props} />}>
          Ver modelos
        </Button>
      }
    />
  );
}

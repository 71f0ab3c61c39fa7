import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#web/ui/loaded.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { TEMPLATE_CRUMBS } from './crumbs.ts';
import { NewTemplate } from './new-template.tsx';
import { draftQuery } from './template-queries.ts';

type NewTemplatePageProps = {
  /** The template that it is a copy of. */
  copy: number | undefined;
  from: 'example' | undefined;
  onCreated: (id: number) => void;
  onCancel: () => void;
};

/** A new template: blank, from the ready example, or from another. */
export function NewTemplatePage({ copy, from, ...events }: NewTemplatePageProps) {
  const query = useQuery(draftQuery({ copy, from }));
  return (
    <>
      <PageHead title="Novo modelo" breadcrumbs={TEMPLATE_CRUMBS} />
      <Loaded query={query} what="o modelo" lines={12}>
        {(draft) => <NewTemplate draft={draft} {...events} />}
      </Loaded>
    </>
  );
}

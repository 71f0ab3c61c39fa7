import { useQuery } from '@tanstack/react-query';
import { templateCrumbs } from '#web/features/templates/crumbs.ts';
import { draftQuery } from '#web/features/templates/template-queries.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import { NewTemplate } from './new-template.tsx';

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
      <PageHead title="Novo modelo" breadcrumbs={templateCrumbs()} />
      <QueryBoundary query={query} what="o modelo" lines={12}>
        {(draft) => <NewTemplate draft={draft} {...events} />}
      </QueryBoundary>
    </>
  );
}

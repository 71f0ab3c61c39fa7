import { Button } from '@mantine/core';
import { templates } from '@morada/contract/lease/templates';
import { IconFilePlus, IconFileText, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ContractTemplate, templatesQuery } from '#web/features/templates/template-queries.ts';
import { may } from '#web/lib/session/session.ts';
import { Moment } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import classes from './template-list.module.css';
import { useRemoveTemplate } from './use-remove-template.ts';

const COLUMNS: Column<ContractTemplate>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Nome', kind: 'main', phone: 'main', cell: ({ name }) => <span title={name}>{name}</span> },
  {
    title: 'Atualizado em',
    kind: 'soft',
    phone: 'below',
    cell: ({ updated_at }) => <Moment value={updated_at} />,
  },
];

/** The agency's own texts, from which contracts are generated. */
export function TemplateList() {
  const query = useQuery(templatesQuery);
  const remove = useRemoveTemplate();
  const creates = may(templates.create.access);
  const removes = may(templates.remove.access);
  return (
    <DataTable
      what="os modelos de contrato"
      query={query}
      columns={COLUMNS}
      sequence={{}}
      open={{
        name: ({ name }) => name,
        word: may(templates.update.access) ? 'Editar' : 'Abrir',
        link: ({ id }) => ({ to: '/settings/contracts/$id', params: { id: String(id) } }),
      }}
      actions={
        creates || removes
          ? (template) => (
              <>
                {removes && (
                  <Button
                    size="xs"
                    variant="subtle"
                    color="red"
                    aria-label={`Deletar ${template.name}`}
                    onClick={() => remove(template)}
                  >
                    Deletar
                  </Button>
                )}
                {creates && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Duplicar ${template.name}`}
                    renderRoot={(props) => (
                      <Link to="/settings/contracts/create" search={{ copy: template.id }} {...props} />
                    )}
                  >
                    Duplicar
                  </Button>
                )}
              </>
            )
          : undefined
      }
      empty={<NothingYet creates={creates} />}
    />
  );
}

function NothingYet({ creates }: { creates: boolean }) {
  return (
    <EmptyState
      icon={IconFileText}
      title="Ainda não há modelos de contrato"
      below={
        creates
          ? 'Escreva o texto uma vez: os dados de cada contrato entram no lugar das variáveis.'
          : 'Os modelos da imobiliária aparecem aqui.'
      }
      action={
        creates && (
          <span className={classes.start}>
            <Button
              leftSection={<IconFilePlus size={15} />}
              renderRoot={(props) => <Link to="/settings/contracts/create" search={{ from: 'example' }} {...props} />}
            >
              Começar com um exemplo
            </Button>
            <Button variant="default" renderRoot={(props) => <Link to="/settings/contracts/create" {...props} />}>
              Começar em branco
            </Button>
          </span>
        )
      }
    />
  );
}

export function AddTemplate() {
  if (!may(templates.create.access)) return null;
  return (
    <Button
      leftSection={<IconPlus size={15} />}
      renderRoot={(props) => <Link to="/settings/contracts/create" {...props} />}
    >
      Novo modelo
    </Button>
  );
}

import { Button } from '@mantine/core';
import { templates } from '@morada/contract/lease/templates';
import { IconCircleCheck, IconFileText, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type ContractTemplate, contractCheckQuery, templatesQuery } from '#web/features/templates/template-queries.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { RichTextView } from '#web/ui/rich-text/rich-text-view.tsx';
import { GAP } from './gap.ts';
import classes from './generate-contract-window.module.css';
import { MissingValues } from './missing-values.tsx';
import { type GeneratedContract, useGenerateContract } from './use-generate-contract.ts';

type GenerateContractWindowProps = {
  contractId: number;
  onClose: () => void;
  onGenerated: (document: GeneratedContract) => void;
};

/** A template is chosen, what is missing is seen, and how the contract will read; then it becomes a PDF. */
export default function GenerateContractWindow({ contractId, onClose, onGenerated }: GenerateContractWindowProps) {
  const list = useQuery(templatesQuery);
  const [chosen, setChosen] = useState<number>();
  // With one template there is nothing to choose.
  const templateId = chosen ?? (list.data?.length === 1 ? list.data[0]?.id : undefined);
  const check = useQuery(contractCheckQuery(contractId, templateId));
  const { generate, generating } = useGenerateContract(contractId);
  const gaps = check.data?.missing.length ?? 0;

  async function run() {
    const document = templateId && (await generate(templateId));
    if (!document) return;
    toast.success('Contrato gerado: ele está entre os documentos.');
    onGenerated(document);
  }

  return (
    <RecordWindow
      title="Gerar contrato"
      width={880}
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        primary: {
          label: gaps > 0 ? 'Gerar com pendências' : 'Gerar contrato',
          onClick: run,
          disabled: !check.data || check.isFetching,
          loading: generating,
        },
      }}
    >
      <QueryBoundary query={list} what="os modelos de contrato" lines={10}>
        {(found) =>
          found.length === 0 ? (
            <NoTemplates />
          ) : (
            <>
              <TemplateChoice templates={found} value={templateId} onChange={setChosen} />
              {templateId && (
                <QueryBoundary query={check} what="a conferência do contrato" lines={10}>
                  {({ missing, html }) => (
                    <>
                      {missing.length === 0 ? (
                        <p role="status" className={classes.complete}>
                          <IconCircleCheck size={15} />
                          Nada falta: todos os dados do modelo estão no cadastro.
                        </p>
                      ) : (
                        <MissingValues
                          missing={missing}
                          action={
                            <Button
                              size="xs"
                              variant="default"
                              leftSection={<IconRefresh size={15} />}
                              loading={check.isFetching}
                              onClick={() => check.refetch()}
                            >
                              Conferir de novo
                            </Button>
                          }
                        />
                      )}
                      <section aria-label="Como o contrato ficará" className={classes.sheet}>
                        <RichTextView html={html} align="justify" highlight={GAP} />
                      </section>
                    </>
                  )}
                </QueryBoundary>
              )}
            </>
          )
        }
      </QueryBoundary>
    </RecordWindow>
  );
}

type TemplateChoiceProps = {
  templates: ContractTemplate[];
  value: number | undefined;
  onChange: (id: number) => void;
};

function TemplateChoice({ templates: options, value, onChange }: TemplateChoiceProps) {
  return (
    <div className={classes.choice}>
      <Select
        label="Modelo"
        placeholder="Escolha o modelo"
        searchable={options.length > 7}
        nothingFoundMessage="Nenhum modelo com estas letras"
        data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={value ? String(value) : null}
        onChange={(next) => next && onChange(Number(next))}
      />
    </div>
  );
}

function NoTemplates() {
  return (
    <EmptyState
      icon={IconFileText}
      title="Ainda não há modelos de contrato"
      below="O contrato é escrito a partir de um modelo, em Configurações."
      action={
        may(templates.create.access) && (
          <Button renderRoot={(props) => <Link to="/settings/contracts" {...props} />}>Ver modelos de contrato</Button>
        )
      }
    />
  );
}

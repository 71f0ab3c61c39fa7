import type { Answer } from '@morada/contract/base/endpoint';
import { collection, type RulerStep } from '@morada/contract/collection/collection';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { toast } from '#web/lib/toast.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { SegmentedField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { exceptionQuery, rulerQuery, useSaveException } from './collection-queries.ts';
import { StepList } from './step-list.tsx';

const MODES = [
  { value: 'RULER', label: 'Da imobiliária' },
  { value: 'NONE', label: 'Nenhuma' },
  { value: 'OWN', label: 'Própria' },
];

const MEANINGS = {
  RULER: 'As faturas deste contrato seguem os passos da imobiliária.',
  NONE: 'Nada é enviado sozinho, e nenhuma ligação é pedida.',
  OWN: 'Só os passos abaixo valem para este contrato.',
} as const;

/** Which ruler a contract has: the agency's, none, or steps of its own, which begin as a copy of the agency's. */
export function ExceptionWindow({ contract, onClose }: { contract: number; onClose: () => void }) {
  const exception = useQuery(exceptionQuery(contract));
  const ruler = useQuery(rulerQuery);
  const loaded = exception.data && ruler.data && stepsOf(exception.data, ruler.data.data.steps);
  const { mutateAsync: save } = useSaveException();
  const form = useForm(collection.saveException.body, {
    defaultValues: { mode: 'RULER', reason: '', steps: [] },
    values: exception.data &&
      loaded && { mode: exception.data.mode, reason: exception.data.reason ?? '', steps: loaded },
    complete: (held) => ({ ...held, steps: held.mode === 'OWN' ? held.steps : [] }),
    submit: (body) => save({ params: { id: contract }, body }),
    onSaved: () => {
      toast.success('Régua do contrato atualizada.');
      onClose();
    },
  });
  const [mode, steps] = useWatch({ control: form.control, name: ['mode', 'steps'] });
  const wrong = form.formState.errors.steps?.message;
  return (
    <FormWindow
      title={`Régua do contrato ${contract}`}
      onClose={onClose}
      form={form}
      verb={loaded !== undefined && 'Salvar'}
    >
      <QueryBoundary
        query={{ data: loaded, error: exception.error ?? ruler.error, refetch: exception.refetch }}
        what="a régua do contrato"
        lines={6}
      >
        {() => (
          <>
            <Form form={form}>
              <Fields columns={1}>
                <SegmentedField form={form} name="mode" label="Régua deste contrato" options={MODES} />
                <p>{MEANINGS[mode]}</p>
                {mode !== 'RULER' && <TextField form={form} name="reason" label="Por quê" required />}
              </Fields>
            </Form>
            {mode === 'OWN' && wrong && <Callout tone="failed">{wrong}</Callout>}
            {mode === 'OWN' && (
              <StepList
                steps={steps ?? []}
                onChange={async (next) => form.setValue('steps', next, { shouldDirty: true })}
              />
            )}
          </>
        )}
      </QueryBoundary>
    </FormWindow>
  );
}

function stepsOf(exception: Answer<typeof collection.exception>, agency: readonly RulerStep[]): RulerStep[] {
  return exception.mode === 'OWN' ? exception.steps : agency.map(({ id: _, ...step }) => step);
}

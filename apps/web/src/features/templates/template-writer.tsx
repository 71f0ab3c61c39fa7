import { Button, SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { acceptsElectronicSignature, SIGNATURE_CLAUSE } from '@morada/domain/template/signature-clause';
import { templateProblems } from '@morada/domain/template/template';
import { parseTemplate, type TemplateProblem } from '@morada/domain/template/template-tree';
import { TEMPLATE_VOCABULARY } from '@morada/domain/template/template-variables';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import type { Form as FormState } from '#web/ui/form/use-form.ts';
import { useField } from '#web/ui/input/field.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import type { EditorHandle } from './editor/template-editor.tsx';
import { InsertionList } from './insertion-list.tsx';
import { TemplateExample } from './list/template-example.tsx';
import { TemplateProblems } from './template-problems.tsx';
import type { TemplateDraft } from './template-queries.ts';
import classes from './template-writer.module.css';
import { textInBrief, withoutMarks } from './text-in-brief.ts';

const TemplateEditor = lazyPanel(
  'o editor',
  () => import('./editor/template-editor.tsx'),
  ({ default: TemplateEditor }) => TemplateEditor,
  12,
);

/** The name and the text of a template: written at the left, with what can be put into it at the right. */
export function TemplateWriter({ form }: { form: FormState<TemplateDraft> }) {
  const { value, change, input } = useField({ form, name: 'body', label: 'Texto do modelo' }, textInBrief);
  const body = String(value ?? '');
  const { problems, accepts } = useCheck(body);
  const [handle, setHandle] = useState<EditorHandle>();
  const [shown, setShown] = useState('text');
  const [inserting, setInserting] = useState(false);
  const phone = usePhone();
  const errorId = useId();
  const { ref, error } = input;

  useEffect(() => {
    if (handle) ref(handle);
  }, [handle, ref]);

  function goTo(problem: TemplateProblem) {
    flushSync(() => setShown('text'));
    handle?.goTo(problem);
  }

  function addClause() {
    flushSync(() => setShown('text'));
    handle?.addClause(SIGNATURE_CLAUSE);
  }

  const check = body !== '' && (
    <TemplateProblems problems={problems} onGo={goTo} onAddClause={accepts || !handle ? undefined : addClause} />
  );
  return (
    <>
      <div className={classes.head}>
        <div className={classes.name}>
          <Form form={form}>
            <TextField form={form} name="name" label="Nome" required maxLength={200} />
          </Form>
        </div>
        <SegmentedControl
          aria-label="O que se vê"
          data={[
            { value: 'text', label: 'Texto' },
            { value: 'example', label: 'Exemplo' },
          ]}
          value={shown}
          onChange={setShown}
        />
      </div>
      <div className={classes.desk} data-shown={shown}>
        {phone && check}
        <div className={classes.text}>
          <div hidden={shown !== 'text'}>
            <TemplateEditor
              value={body}
              onChange={change}
              onReady={setHandle}
              errorId={error ? errorId : undefined}
              end={
                phone && (
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconPlus size={15} />}
                    onClick={() => setInserting(true)}
                  >
                    Variável
                  </Button>
                )
              }
            />
            {error && (
              <p id={errorId} className={classes.error}>
                {error}
              </p>
            )}
          </div>
          {shown === 'example' && <TemplateExample body={body} />}
        </div>
        {!phone && (
          <div className={classes.side}>
            {check}
            {shown === 'text' && <InsertionList onInsert={(written) => handle?.insert(written)} />}
          </div>
        )}
      </div>
      {inserting && (
        <FormWindow title="Variáveis e blocos" onClose={() => setInserting(false)}>
          <InsertionList
            onInsert={(written) => {
              flushSync(() => setInserting(false));
              handle?.insert(written);
            }}
          />
        </FormWindow>
      )}
    </>
  );
}

const PAUSE = 400;

/** As one types, once the typing pauses: what is half written is no problem yet. */
function useCheck(body: string) {
  const [settled] = useDebouncedValue(body, PAUSE);
  return useMemo(
    () => ({
      problems: templateProblems(parseTemplate(settled), TEMPLATE_VOCABULARY),
      accepts: acceptsElectronicSignature(withoutMarks(settled)),
    }),
    [settled],
  );
}

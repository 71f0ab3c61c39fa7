import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { RichTextView } from '#web/ui/rich-text/rich-text-view.tsx';
import { withChips } from './braces.ts';
import { shortChipWords } from './chip-words.ts';
import './chips.css';
import { TemplateExample } from './list/template-example.tsx';
import paper from './template-paper.module.css';
import classes from './template-reading.module.css';

/** A template for those who may not write it: no editor is loaded. */
export function TemplateReading({ body }: { body: string }) {
  const [shown, setShown] = useState('text');
  return (
    <div className={classes.reading}>
      <SegmentedControl
        aria-label="O que se vê"
        data={[
          { value: 'text', label: 'Texto' },
          { value: 'example', label: 'Exemplo' },
        ]}
        value={shown}
        onChange={setShown}
      />
      {shown === 'example' ? (
        <TemplateExample body={body} />
      ) : (
        <section aria-label="Texto do modelo" className={`${paper.paper} ${paper.sheet}`}>
          <RichTextView html={withChips(body)} align="justify" span={chip} />
        </section>
      )}
    </div>
  );
}

const chip = ({ variable = '' }: DOMStringMap) => <span data-variable={variable}>{shortChipWords(variable)}</span>;

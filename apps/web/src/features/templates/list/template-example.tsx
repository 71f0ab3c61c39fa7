import { Switch } from '@mantine/core';
import { renderTemplate } from '@morada/domain/template/template';
import { EXAMPLE_DATA } from '@morada/domain/template/template-example';
import { parseTemplate } from '@morada/domain/template/template-tree';
import { useMemo, useState } from 'react';
import { GAP } from '#web/features/templates/generate/gap.ts';
import classes from '#web/features/templates/template-paper.module.css';
import { RichTextView } from '#web/ui/rich-text/rich-text-view.tsx';

const alone = <T extends object>(person: T) => ({ ...person, conjuge: undefined });

/** The example without its optional people: shows the effect of blocks. */
const SMALLEST = {
  ...EXAMPLE_DATA,
  inquilino: alone(EXAMPLE_DATA.inquilino),
  conjuge: undefined,
  proprietario: EXAMPLE_DATA.proprietario && alone(EXAMPLE_DATA.proprietario),
  proprietarios: EXAMPLE_DATA.proprietarios.map(({ proprietario }) => ({ proprietario: alone(proprietario) })),
  fiadores: [],
  contrato: { ...EXAMPLE_DATA.contrato, desconto: undefined, caucao: undefined },
};

/** How the text reads with made-up people in the place of its variables. */
export function TemplateExample({ body }: { body: string }) {
  const [whole, setWhole] = useState(true);
  const html = useMemo(() => renderTemplate(parseTemplate(body), whole ? EXAMPLE_DATA : SMALLEST), [body, whole]);
  return (
    <section aria-label="Exemplo" className={classes.paper}>
      <div className={classes.options}>
        <Switch
          size="xs"
          label="Com cônjuges, fiadores, desconto e caução"
          checked={whole}
          onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
        />
      </div>
      <div className={classes.sheet}>
        <RichTextView html={html} align="justify" highlight={GAP} />
      </div>
    </section>
  );
}

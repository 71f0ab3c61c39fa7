import { TextInput } from '@mantine/core';
import { type Accent, accentOf, type Colour, readColour } from '@morada/domain/brand/accent';
import { Callout } from '#web/ui/feedback/callout.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import { useField } from '#web/ui/input/field.ts';
import { ReadText } from '#web/ui/input/read-text.tsx';
import classes from './accent-field.module.css';
import type { AgencyValues } from './agency-queries.ts';

/** The product's own colour, which the picker begins with. */
const FIRST = '#0f606d';

/** The accent colour, with a preview of the shades that pages derive from it. */
export function AccentField({ form }: { form: Form<AgencyValues> }) {
  const { value, change, input, read } = useField({
    form,
    name: 'accent',
    label: 'Cor de destaque',
    help: 'Nos links e botões do site, da fatura e da área do cliente, e no alto dos documentos.',
  });
  if (read) return <ReadText {...read} />;
  const typed = typeof value === 'string' ? value : '';
  const colour = readColour(typed);
  return (
    <>
      <TextInput
        {...input}
        autoComplete="off"
        maxLength={7}
        placeholder={FIRST}
        value={typed}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        rightSection={
          <input
            type="color"
            className={classes.picker}
            aria-label="Escolher a cor de destaque"
            value={colour ?? FIRST}
            onChange={({ currentTarget }) => change(currentTarget.value)}
          />
        }
      />
      {colour && <Shades colour={colour} accent={accentOf(colour)} />}
    </>
  );
}

function Shades({ colour, accent }: { colour: Colour; accent: Accent }) {
  const said = correction(colour, accent);
  return (
    <div className={classes.preview}>
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} className={classes.page} data-theme={theme}>
          <span className={classes.link} style={{ color: accent[theme].text }}>
            Ver imóveis
          </span>
          <span className={classes.button} style={{ background: accent[theme].fill }}>
            Agendar visita
          </span>
        </div>
      ))}
      {said && <Callout tone="known">{said}</Callout>}
    </div>
  );
}

/** What is changed of the colour so that everybody can read it. Undefined when nothing is. */
function correction(colour: Colour, { light, dark, corrected }: Accent): string | undefined {
  const changed = [
    corrected.light && `no modo claro, ${shades(colour, light)}`,
    corrected.dark && `no modo escuro, ${shades(colour, dark)}`,
  ].filter(Boolean);
  if (changed.length === 0) return undefined;
  return `Para que todos leiam bem, a cor é ajustada: ${changed.join('; ')}.`;
}

function shades(colour: Colour, { text, fill }: Accent['light']): string {
  const both = [text !== colour && `textos em ${text}`, fill !== colour && `botões em ${fill}`];
  return both.filter(Boolean).join(' e ');
}

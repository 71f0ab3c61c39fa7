import classes from './read-text.module.css';

/** A field of a form that is only read: its label over its value. */
export function ReadText({ label, text }: { label: string; text: string }) {
  return (
    <dl className={classes.field}>
      <dt>{label}</dt>
      <dd data-missing={text === '' || undefined}>{text || 'Não informado'}</dd>
    </dl>
  );
}

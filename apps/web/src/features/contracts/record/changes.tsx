import { VisuallyHidden } from '@mantine/core';
import type { FieldChange } from '@morada/domain/lease/contract-fields';
import { IconArrowRight } from '@tabler/icons-react';
import classes from './changes.module.css';

/** Fields of a contract before and after. */
export function Changes({ changes }: { changes: FieldChange[] }) {
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, label, before, after }) => (
        <div key={field} className={classes.change}>
          <dt>{label}</dt>
          <dd>
            <span className={classes.before}>{before}</span>
            <IconArrowRight size={14} aria-hidden="true" />
            <VisuallyHidden> para </VisuallyHidden>
            <span className={classes.after}>{after}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

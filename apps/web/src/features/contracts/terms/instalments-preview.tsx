import type { ExtraCreate } from '@morada/contract/lease/proposals';
import { formatMonth, isReference, shownReference } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { type Instalment, instalments, MAX_INSTALMENTS } from '@morada/domain/lease/instalments';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import classes from '#web/features/contracts/extras/extra-window.module.css';
import type { Form } from '#web/ui/form/use-form.ts';

type Draft = z.input<typeof ExtraCreate>;

/** Amounts of several instalments; renders null for a single one. */
export function InstalmentsPreview({ form }: { form: Form<Draft> }) {
  const draft = useWatch({ control: form.control }) as Partial<Draft>;
  const parts = partsOf(draft);
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last || parts.length < 2) return null;
  return (
    <div role="status" className={classes.preview}>
      <p>
        {`${first.description} … ${parts.length} × ${formatMoney(last.amount)}`}
        {first.amount !== last.amount && `, a primeira ${formatMoney(first.amount)}`}
      </p>
      <p>{`De ${formatMonth(shownReference(first.reference))} a ${formatMonth(shownReference(last.reference))}.`}</p>
    </div>
  );
}

function partsOf({ description, amount, instalments: count, from_reference: from }: Partial<Draft>): Instalment[] {
  const total = amount ?? 0;
  const several = typeof count === 'number' && count > 1 && count <= MAX_INSTALMENTS && total >= count;
  if (!several || !from || !isReference(from)) return [];
  return instalments({ description: description?.trim() || 'Parcela', total, count, from });
}

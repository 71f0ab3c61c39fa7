import type { ProposalDetail } from '@morada/contract/lease/proposals';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { formatDate } from '@morada/domain/base/calendar';
import { CONTRACT_FIELDS, fieldChange } from '@morada/domain/lease/contract-fields';
import { valuesOn } from '@morada/domain/lease/history';
import { useForm, useWatch } from 'react-hook-form';
import { today } from '#web/lib/today.ts';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Wide } from '#web/ui/form/form.tsx';
import { DateField } from '#web/ui/input/dates.tsx';
import { firstDay, type History, trailOf } from './entry-words.ts';
import classes from './history.module.css';

/** The terms at the end of a day; those that have changed since are marked with their present value. */
export function AsItWas({ proposal, history }: { proposal: ProposalDetail; history: History }) {
  const { control } = useForm<{ day: CalendarDate | null }>({ defaultValues: { day: today() } });
  const day = useWatch({ control, name: 'day' });
  const from = firstDay(proposal);
  const now = Object.fromEntries(CONTRACT_FIELDS.map((field) => [field, proposal[field]]));
  const then = day ? valuesOn(now, trailOf(history), day) : now;
  const fields = CONTRACT_FIELDS.map((field) => fieldChange(field, then[field], now[field]));
  return (
    <>
      <DateField
        form={{ control }}
        name="day"
        label="Dia"
        min={from}
        max={today()}
        help={`Desde ${formatDate(from)}, quando o contrato foi cadastrado.`}
      />
      <Wide>
        <KeyValue
          items={fields.map(({ label, before, after }) => ({
            label,
            value: (
              <>
                {before}
                {before !== after && <span className={classes.now}>{`hoje ${after}`}</span>}
              </>
            ),
          }))}
        />
      </Wide>
    </>
  );
}

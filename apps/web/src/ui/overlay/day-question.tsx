import { type CalendarDate, isCalendarDate } from '@morada/domain/base/calendar';
import * as z from 'zod/mini';
import { ApiProblem } from '#web/lib/api/api.ts';
import { today } from '#web/lib/today.ts';
import { Fields } from '#web/ui/form/form.tsx';
import { type Form, useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { useConfirm } from './confirm.tsx';
import classes from './confirm-window.module.css';
import type { Question } from './confirm-window.tsx';

type DayQuestion = Omit<Question, 'run' | 'otherwise'> & {
  /** Day that is proposed; absent: today. */
  from?: CalendarDate | undefined;
  /** Label of the field; absent: that of a payment's day. */
  label?: string;
  run: (day: CalendarDate) => Promise<unknown>;
};

/**
 * Question before an action that happened on some day up to today, which the server checks:
 * `await askDay({ title, body, verb, run: (day) => conclude({ body: { pay_day: day } }) })`.
 */
export function useDayQuestion() {
  const confirm = useConfirm();
  return ({ body, from = today(), label = 'Pago em', run, ...question }: DayQuestion) => {
    let day: CalendarDate | undefined = from;
    return confirm({
      ...question,
      body: (
        <>
          {body}
          <DayOf
            from={from}
            label={label}
            onChange={(given) => {
              day = given;
            }}
          />
        </>
      ),
      run: async () => {
        if (!day) throw new ApiProblem(0, 'DAY_MISSING', 'Informe a data');
        await run(day);
      },
    });
  };
}

type Given = { day?: string };
/** The server says what is wrong with the day. */
const ANY_DAY = z.object({ day: z.optional(z.string()) });

type DayOfProps = { from: CalendarDate; label: string; onChange: (day: CalendarDate | undefined) => void };

function DayOf({ from, label, onChange }: DayOfProps) {
  const form: Form<Given> = useForm(ANY_DAY, {
    defaultValues: { day: from },
    asks: true,
    submit: async () => undefined,
  });
  return (
    <div className={classes.asked}>
      <Fields>
        <DateField
          form={form}
          name="day"
          label={label}
          max={today()}
          onEdit={(value) => {
            onChange(typeof value === 'string' && isCalendarDate(value) ? value : undefined);
          }}
        />
      </Fields>
    </div>
  );
}

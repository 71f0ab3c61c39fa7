import { DEPARTMENTS } from '@morada/domain/ledger/cash';
import { PAYMENT_METHODS } from '@morada/domain/rent/payment-method';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Select } from '#web/ui/input/select.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import type { TransactionFilters } from './transaction-queries.ts';

type TransactionToolBarProps = {
  filters: TransactionFilters;
  /** Filters to change; undefined clears one. */
  onChange: (change: TransactionFilters) => void;
};

export function TransactionToolBar({ filters, onChange }: TransactionToolBarProps) {
  const { department, method } = filters;
  return (
    <ToolBar
      inSight={
        <>
          <Choice
            label="Departamento"
            words={DEPARTMENTS}
            value={department}
            onChange={(department) => onChange({ department })}
          />
          <Choice
            label="Forma de pagamento"
            words={PAYMENT_METHODS}
            value={method}
            onChange={(method) => onChange({ method })}
          />
        </>
      }
    />
  );
}

const ALL = 'ALL';

type ChoiceProps<Code extends string> = {
  label: string;
  words: Record<Code, string>;
  value: Code | undefined;
  onChange: (value: Code | undefined) => void;
};

function Choice<Code extends string>({ label, words, value, onChange }: ChoiceProps<Code>) {
  const phone = usePhone();
  const codes = Object.entries<string>(words).map(([code, word]) => ({ value: code, label: word }));
  return (
    <Select
      label={label}
      data={[{ value: ALL, label: 'Todos' }, ...codes]}
      value={value ?? ALL}
      allowDeselect={false}
      // Inside the popover, or choosing would count as a click outside it.
      comboboxProps={{ withinPortal: phone }}
      onChange={(code) => onChange(code === ALL ? undefined : (code as Code))}
    />
  );
}

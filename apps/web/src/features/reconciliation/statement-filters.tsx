import type { MovementState } from '@morada/contract/bank/reconciliation.search';
import type { StatementAccount } from '@morada/contract/bank/reconciliation-tasks';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Select } from '#web/ui/input/select.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { MOVEMENT_STATES } from './movement-states.ts';
import classes from './statement-filters.module.css';

type StatementFiltersProps = {
  accounts: readonly StatementAccount[];
  account: number | undefined;
  state: MovementState | undefined;
  onChange: (change: { account?: number | undefined; state?: MovementState | undefined }) => void;
};

const ALL = 'ALL';

/** The account, where there are several, and the state of the movements. */
export function StatementFilters({ accounts, account, state, onChange }: StatementFiltersProps) {
  const phone = usePhone();
  return (
    <>
      {accounts.length > 1 && (
        <Select
          className={classes.account}
          label="Conta"
          data={accounts.map(({ id, bank_name, account: number, is_main }) => ({
            value: String(id),
            label: `${bank_name}, conta ${number}${is_main ? ' (principal)' : ''}`,
          }))}
          value={account === undefined ? null : String(account)}
          allowDeselect={false}
          onChange={(id) => onChange({ account: Number(id) })}
        />
      )}
      <ToolBar
        filters={
          <Select
            label="Situação"
            data={[
              { value: ALL, label: 'Todas' },
              ...Object.entries(MOVEMENT_STATES).map(([value, label]) => ({ value, label })),
            ]}
            value={state ?? ALL}
            allowDeselect={false}
            // Inside the popover, or choosing would count as a click outside it.
            comboboxProps={{ withinPortal: phone }}
            onChange={(code) => onChange({ state: code === ALL ? undefined : (code as MovementState) })}
          />
        }
      />
    </>
  );
}

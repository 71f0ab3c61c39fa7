import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import type { ExportFormat } from '@morada/contract/base/export';
import { IconChevronUp, IconDownload, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import type { Action } from '#web/ui/base/actions.tsx';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import classes from './bulk-bar.module.css';
import { EXPORT_FORMATS } from './export-button.tsx';

type BulkBarProps = {
  /** "3 selecionados" */
  count: ReactNode;
  /** Bulk actions, at most three. */
  actions: Action[];
  /** Takes everything that the filter finds: "Selecionar as 148 do filtro". */
  all?: Action | false | undefined;
  /** The chosen ones as a spreadsheet. */
  onExport?: ((format: ExportFormat) => Promise<unknown>) | undefined;
  onClear: () => void;
};

/** Over a list while some of it is chosen. On a phone it is one line: what can be done stands in a menu. */
export function BulkBar({ onExport, ...rest }: BulkBarProps) {
  const phone = usePhone();
  const [exporting, setExporting] = useState(false);
  async function save(format: ExportFormat) {
    setExporting(true);
    await onExport?.(format)
      .catch(toast.failure)
      .finally(() => setExporting(false));
  }
  const props = { ...rest, exporting, onExport: onExport && save };
  return (
    <section className={classes.bar} aria-label="Itens selecionados">
      <span className={classes.count} role="status">
        {rest.count}
      </span>
      {phone ? <Folded {...props} /> : <Spread {...props} />}
    </section>
  );
}

type BarProps = BulkBarProps & { exporting: boolean };

function Folded({ actions, all, exporting, onExport, onClear }: BarProps) {
  return (
    <>
      <Menu position="top-end" withinPortal={false}>
        <Menu.Target>
          <button type="button" className={classes.action}>
            Ações
            {exporting ? <Spinner size={17} label="Aguarde um momento" /> : <IconChevronUp size={17} />}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {[...(all ? [all] : []), ...actions].map(({ label, icon: Icon, onClick }) => (
            <Menu.Item key={label} leftSection={Icon && <Icon size={17} />} onClick={() => onClick()}>
              {label}
            </Menu.Item>
          ))}
          {onExport && (
            <>
              <Menu.Label>Exportar</Menu.Label>
              <Formats onExport={onExport} />
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <button type="button" className={classes.clear} aria-label="Limpar seleção" onClick={onClear}>
        <IconX size={17} />
      </button>
    </>
  );
}

function Spread({ actions, all, exporting, onExport, onClear }: BarProps) {
  return (
    <>
      {all && (
        <button type="button" className={classes.all} onClick={() => all.onClick()}>
          {all.label}
        </button>
      )}
      {actions.map(({ label, icon: Icon, onClick }) => (
        <button key={label} type="button" className={classes.action} onClick={() => onClick()}>
          {Icon && <Icon size={17} />}
          {label}
        </button>
      ))}
      {onExport && (
        <Menu position="top-end" withinPortal={false}>
          <Menu.Target>
            <button type="button" className={classes.action}>
              {exporting ? <Spinner size={17} label="Aguarde um momento" /> : <IconDownload size={17} />}
              Exportar
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Formats onExport={onExport} />
          </Menu.Dropdown>
        </Menu>
      )}
      <button type="button" className={classes.clear} onClick={onClear}>
        Limpar seleção
      </button>
    </>
  );
}

const Formats = ({ onExport }: { onExport: NonNullable<BulkBarProps['onExport']> }) =>
  Object.entries(EXPORT_FORMATS).map(([format, label]) => (
    <Menu.Item key={format} onClick={() => onExport(format as ExportFormat)}>
      {label}
    </Menu.Item>
  ));
